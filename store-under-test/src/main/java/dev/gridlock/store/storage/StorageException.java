package dev.gridlock.store.storage;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

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
    private final boolean writing;
    private final boolean withoutTurn;

    private StorageException(String message, @Nullable SQLException cause, boolean writing, boolean withoutTurn) {
        super(message, cause);
        this.code = cause == null ? 0 : cause.getErrorCode() & 0xff;
        this.writing = writing;
        this.withoutTurn = withoutTurn;
    }

    StorageException(String what, SQLException cause) {
        this(what + reason(cause), cause, false, false);
    }

    StorageException(String message) {
        this(message, null, false, false);
    }

    /** A failure of the connection that writes: there a database that only reads is a broken one. */
    static StorageException ofWriter(String what, SQLException cause) {
        return new StorageException(what + reason(cause), cause, true, false);
    }

    /** The longest wait for the turn to write is over. */
    static StorageException noTurn(String message) {
        return new StorageException(message, null, true, true);
    }

    /** The same failure with the place before its message. */
    StorageException in(String place) {
        @Nullable SQLException cause = getCause() instanceof SQLException e ? e : null;
        return new StorageException(place + getMessage(), cause, writing, withoutTurn);
    }

    /** The driver wraps SQLite's own words as {@code [CODE] description (words)}; the words are enough. */
    static String reason(SQLException cause) {
        String message = String.valueOf(cause.getMessage());
        int open = message.indexOf('(');
        return message.startsWith("[") && open > 0 && message.endsWith(")")
                ? message.substring(open + 1, message.length() - 1)
                : message;
    }

    /**
     * Whether the database can no longer be used: disk full, I/O error, corrupt, not a database, cannot be opened, or, for the
     * connection that writes, read-only.
     */
    public boolean isFatal() {
        return switch (code) {
            case 10, 11, 13, 14, 26 -> true;
            case READ_ONLY -> writing;
            default -> false;
        };
    }

    /** Whether a write was tried on a connection that only reads. */
    public boolean isReadOnly() {
        return code == READ_ONLY && !writing;
    }

    /** Whether nothing was tried because the turn to write did not come in time. */
    public boolean isWithoutTurn() {
        return withoutTurn;
    }

    /** Whether the work was stopped because its time was up. */
    public boolean isTimeout() {
        return code == INTERRUPTED;
    }
}
