package dev.gridlock.store.sql;

/** SQL text that the store does not accept; the message is one sentence for the client. */
public final class SqlSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception with a message for the client. */
    public SqlSyntaxException(String message) {
        super(message);
    }
}
