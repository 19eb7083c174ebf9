package dev.gridlock.store.api;

/** A request that is answered with an error; the message is for the client. */
final class ApiException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    ApiException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }

    /** The message, which every instance has. */
    String text() {
        return String.valueOf(getMessage());
    }
}
