package dev.gridlock.store.gossip;

import java.io.IOException;

/** A peer sent what is not the protocol; the connection ends. */
final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1L;

    ProtocolException(String message) {
        super(message);
    }

    static ProtocolException unexpected(Frame found, String expected) {
        return new ProtocolException("found a " + found.getClass().getSimpleName() + " frame, expected " + expected);
    }
}
