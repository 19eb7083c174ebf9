package dev.gridlock.engine.load;

/** What came of an HTTP call. */
public sealed interface CallResult {

    /** An answer came, success or not. */
    record Answered(int status, String body) implements CallResult {

        /** Whether the status is 2xx. */
        public boolean isSuccess() {
            return status >= 200 && status < 300;
        }
    }

    /** No connection was made, so nothing can have happened. */
    record NotSent(String reason) implements CallResult {}

    /** Something may have been sent and no whole answer came: whether the call took effect is unknown. */
    record Unanswered(String reason) implements CallResult {}

    /** The status code or the reason, for reports. */
    default String detail() {
        return switch (this) {
            case Answered(int status, String body) -> "status " + status;
            case NotSent(String reason) -> "not sent: " + reason;
            case Unanswered(String reason) -> "no answer: " + reason;
        };
    }
}
