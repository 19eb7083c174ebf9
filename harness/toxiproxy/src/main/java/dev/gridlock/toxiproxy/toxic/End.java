package dev.gridlock.toxiproxy.toxic;

/** The last item of a direction, by the way in which it ends. */
public enum End implements Item {
    /** The sender has sent all; the receiver's side is told so, the other direction goes on. */
    FINISHED,
    /** The sender's side failed; the connection is closed. */
    FAILED,
    /** A toxic wants the connection closed. */
    CLOSED,
    /** A toxic wants both sides to see a reset. */
    RESET
}
