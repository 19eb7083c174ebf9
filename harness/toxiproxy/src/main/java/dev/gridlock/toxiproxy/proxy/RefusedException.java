package dev.gridlock.toxiproxy.proxy;

import java.io.Serial;

/** What was asked for cannot be done; the message is the one that Toxiproxy's clients know. */
public final class RefusedException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** Why, as far as a client must know. */
    public enum Reason {
        /** The request says what cannot be meant. */
        INVALID,
        /** There is nothing of that name. */
        NOT_FOUND,
        /** The name is taken. */
        EXISTS,
        /** The machine does not let us. */
        FAILED
    }

    public RefusedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
