package dev.gridlock.store.sql;

/** Values that do not fit the parameters of a statement; the message is one sentence for the client. */
public final class ParameterMismatchException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception with a message for the client. */
    public ParameterMismatchException(String message) {
        super(message);
    }
}
