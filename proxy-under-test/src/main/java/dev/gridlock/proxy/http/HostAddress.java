package dev.gridlock.proxy.http;

import java.io.IOException;
import java.net.InetSocketAddress;

/** A {@code host:port} text as an address to connect to. */
final class HostAddress {

    private HostAddress() {}

    /**
     * The address, looked up.
     *
     * @throws IOException if the text has another form or the host has no address
     */
    static InetSocketAddress resolve(String text) throws IOException {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IOException("The address is \"" + text + "\", expected host:port.");
        }
        try {
            var address = new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
            if (address.isUnresolved()) {
                throw new IOException("The host of \"" + text + "\" has no address.");
            }
            return address;
        } catch (IllegalArgumentException e) {
            throw new IOException("The address is \"" + text + "\", expected a port from 0 to 65535.", e);
        }
    }
}
