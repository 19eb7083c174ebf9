package dev.gridlock.store.storage;

/** A statement of a client failed, and with it the whole transaction; the message is for the client. */
public final class StatementFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    StatementFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    StatementFailedException(String message) {
        super(message);
    }
}
