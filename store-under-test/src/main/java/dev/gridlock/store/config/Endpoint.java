package dev.gridlock.store.config;

import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A host and a TCP port, written {@code host:port} or {@code [v6]:port}.
 *
 * @param host a name or an address literal, without brackets
 * @param port 0 (any free port, for listening only) to 65535
 */
public record Endpoint(String host, int port) {

    /** Reads the written form; empty when the text is not one. */
    public static Optional<Endpoint> parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            return Optional.empty();
        }
        String host = text.substring(0, colon);
        String digits = text.substring(colon + 1);
        boolean bracketed = host.startsWith("[") && host.endsWith("]") && host.length() > 2;
        if (bracketed) {
            host = host.substring(1, host.length() - 1);
        } else if (host.isBlank() || host.chars().anyMatch(c -> ":[]".indexOf(c) >= 0)) {
            return Optional.empty();
        }
        if (digits.isEmpty() || digits.length() > 5 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        int port = Integer.parseInt(digits);
        return port <= 65535 ? Optional.of(new Endpoint(host, port)) : Optional.empty();
    }

    /** The same host with another port. */
    public Endpoint withPort(int otherPort) {
        return new Endpoint(host, otherPort);
    }

    /** The socket address; looks the name up. */
    public InetSocketAddress socketAddress() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return host.contains(":") ? "[" + host + "]:" + port : host + ":" + port;
    }
}
