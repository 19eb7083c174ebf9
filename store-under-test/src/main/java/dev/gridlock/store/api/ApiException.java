package dev.gridlock.store.api;

import java.util.List;
import java.util.Map;

/** A request that is answered with an error; the message is for the client. */
final class ApiException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient List<Map.Entry<String, String>> headers;

    ApiException(int status, String message) {
        this(status, List.of(), message);
    }

    /**
     * @param headers of the answer
     */
    ApiException(int status, List<Map.Entry<String, String>> headers, String message) {
        super(message);
        this.status = status;
        this.headers = List.copyOf(headers);
    }

    int status() {
        return status;
    }

    List<Map.Entry<String, String>> headers() {
        return headers;
    }

    /** The message, which every instance has. */
    String text() {
        return String.valueOf(getMessage());
    }
}
