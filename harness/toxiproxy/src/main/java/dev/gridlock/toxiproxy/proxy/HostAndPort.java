package dev.gridlock.toxiproxy.proxy;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * An address as clients write it: {@code host:port}, {@code [::1]:port}, {@code :port}, or nothing at all for any port of all
 * addresses. Messages are those of Go's {@code net} package, which users of Toxiproxy see.
 *
 * @param host a name, an address, or nothing for all addresses of this machine
 * @param port 0 to 65535
 */
record HostAndPort(String host, int port) {
    private static final int LARGEST_PORT = 65_535;

    /**
     * Reads an address without looking its name up.
     *
     * @throws IOException when the text is none
     */
    static HostAndPort parse(String text) throws IOException {
        if (text.isEmpty()) {
            return new HostAndPort("", 0);
        }
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            throw new IOException("address " + text + ": missing port in address");
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.contains(":")) {
            throw new IOException("address " + text + ": too many colons in address");
        }
        return new HostAndPort(host, port(text.substring(colon + 1)));
    }

    private static int port(String text) throws IOException {
        if (text.isEmpty()) {
            return 0;
        }
        if (!text.matches("[0-9]+")) {
            throw new IOException("lookup tcp/" + text + ": unknown port");
        }
        if (text.length() > 9 || Integer.parseInt(text) > LARGEST_PORT) {
            throw new IOException("address " + text + ": invalid port");
        }
        return Integer.parseInt(text);
    }

    /**
     * The address to bind or connect to.
     *
     * @throws IOException when nobody knows the name
     */
    InetSocketAddress resolve() throws IOException {
        if (host.isEmpty()) {
            return new InetSocketAddress(port);
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new IOException("lookup " + host + ": no such host", e);
        }
    }

    /** The address as it is shown: numbers, and {@code [::]} for all addresses. */
    static String shown(InetAddress address, int port) {
        if (address.isAnyLocalAddress()) {
            return "[::]:" + port;
        }
        if (address instanceof Inet6Address) {
            return "[" + (address.isLoopbackAddress() ? "::1" : address.getHostAddress()) + "]:" + port;
        }
        return address.getHostAddress() + ":" + port;
    }
}
