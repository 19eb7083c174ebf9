package dev.gridlock.toxiproxy.api;

import java.nio.charset.StandardCharsets;

/**
 * What is answered.
 *
 * @param status of HTTP
 * @param contentType empty when there is no body
 * @param body empty when there is none
 */
record Answer(int status, String contentType, String body) {
    static Answer empty(int status) {
        return new Answer(status, "", "");
    }

    static Answer json(int status, String body) {
        return new Answer(status, "application/json", body);
    }

    /** As the original sends errors, JSON too: with a line end, and said to be text. */
    static Answer text(int status, String body) {
        return new Answer(status, "text/plain; charset=utf-8", body + "\n");
    }

    static Answer error(int status, String message) {
        return text(status, ApiJson.error(status, message));
    }

    byte[] bytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }
}
