package dev.gridlock.toxiproxy;

import java.util.function.Consumer;

/**
 * How a server is started.
 *
 * @param host where the API listens, a name or an address of this machine
 * @param port of the API; 0 for any
 * @param seed of jitter, slices and toxicity
 * @param metrics whether {@code /metrics} answers
 * @param notices told what went wrong, a line each; must be thread-safe
 */
public record ToxiproxyOptions(String host, int port, long seed, boolean metrics, Consumer<String> notices) {
    /** Where Toxiproxy's clients look for the API. */
    public static final int USUAL_PORT = 8474;

    private static final int LARGEST_PORT = 65_535;

    public ToxiproxyOptions {
        if (port < 0 || port > LARGEST_PORT) {
            throw new IllegalArgumentException("found port " + port + ", expected 0 to " + LARGEST_PORT);
        }
    }

    /** This machine only, any port, seed 1, no metrics, notices on standard error. */
    public static ToxiproxyOptions local() {
        return new ToxiproxyOptions("localhost", 0, 1, false, notice -> System.err.println("toxiproxy: " + notice));
    }

    public ToxiproxyOptions withHost(String newHost) {
        return new ToxiproxyOptions(newHost, port, seed, metrics, notices);
    }

    public ToxiproxyOptions withPort(int newPort) {
        return new ToxiproxyOptions(host, newPort, seed, metrics, notices);
    }

    public ToxiproxyOptions withSeed(long newSeed) {
        return new ToxiproxyOptions(host, port, newSeed, metrics, notices);
    }

    public ToxiproxyOptions withMetrics() {
        return new ToxiproxyOptions(host, port, seed, true, notices);
    }

    public ToxiproxyOptions withNotices(Consumer<String> newNotices) {
        return new ToxiproxyOptions(host, port, seed, metrics, newNotices);
    }
}
