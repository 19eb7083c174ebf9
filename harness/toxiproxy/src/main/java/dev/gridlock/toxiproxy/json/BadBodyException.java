package dev.gridlock.toxiproxy.json;

import java.io.Serial;

/** A body that is not what was expected; the message says what was found, what was expected and where. */
public final class BadBodyException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public BadBodyException(String message) {
        super(message);
    }
}
