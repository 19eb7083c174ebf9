package dev.gridlock.toxiproxy.toxic;

/** The last item of a direction, by the way in which it ends. */
public enum End implements Item {
    /** The sender has sent all; the receiver's side is told so, the other direction goes on. */
    FINISHED,
    /** The sender's side failed; the connection is closed. */
    FAILED,
    /** A toxic wants the connection closed once what is before has been sent. */
    CLOSED,
    /** A toxic wants the connection closed now, also when the receiver is stuck. */
    CUT,
    /** A toxic wants both sides to see a reset now, also when the receiver is stuck. */
    RESET;

    /** Whether what is before it need not be sent. */
    public boolean isUrgent() {
        return this == CUT || this == RESET;
    }
}
