package dev.gridlock.simulator.network;

import java.time.Duration;

/**
 * How packets travel from one host to another.
 *
 * @param latency one-way delay, 0 or more
 * @param jitter greatest addition to it, drawn evenly for each packet, 0 or more
 * @param bytesPerSecond bandwidth, 0 for no limit
 */
public record LinkProfile(Duration latency, Duration jitter, long bytesPerSecond) {
    public LinkProfile {
        if (latency.isNegative() || jitter.isNegative() || bytesPerSecond < 0) {
            throw new IllegalArgumentException("latency " + latency + ", jitter " + jitter + " and bandwidth "
                    + bytesPerSecond + " must not be negative");
        }
    }

    /** 20 µs, as between two processes of one machine. */
    public static LinkProfile loopback() {
        return new LinkProfile(Duration.ofNanos(20_000), Duration.ZERO, 0);
    }

    /** A delay without jitter or limit. */
    public static LinkProfile of(Duration latency) {
        return new LinkProfile(latency, Duration.ZERO, 0);
    }
}
