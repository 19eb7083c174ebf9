package dev.gridlock.store.storage;

import java.sql.SQLException;

/**
 * SQLite refused or failed. The message is SQLite's, for the client or the log.
 *
 * <p>Unchecked because most callers can only pass it on; {@link #isFatal} tells a broken disk or file from a refused statement.
 */
public final class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int READ_ONLY = 8;
    private static final int INTERRUPTED = 9;

    private final int code;

    StorageException(String what, SQLException cause) {
        super(what + reason(cause), cause);
        this.code = cause.getErrorCode() & 0xff;
    }

    StorageException(String message) {
        super(message);
        this.code = 0;
    }

    /** The driver wraps SQLite's own words as {@code [CODE] description (words)}; the words are enough. */
    static String reason(SQLException cause) {
        String message = String.valueOf(cause.getMessage());
        int open = message.indexOf('(');
        return message.startsWith("[") && open > 0 && message.endsWith(")")
                ? message.substring(open + 1, message.length() - 1)
                : message;
    }

    /** Whether the database can no longer be used: disk full, I/O error, corrupt, not a database, cannot be opened. */
    public boolean isFatal() {
        return switch (code) {
            case 10, 11, 13, 14, 26 -> true;
            default -> false;
        };
    }

    /** Whether a write was tried on a connection that only reads. */
    public boolean isReadOnly() {
        return code == READ_ONLY;
    }

    /** Whether the work was stopped because its time was up. */
    public boolean isTimeout() {
        return code == INTERRUPTED;
    }
}
