package dev.gridlock.simulator;

import java.time.Duration;

/** Hears what a node does. Called on the carrier, between steps, in the order of virtual time; must not block. */
public interface NodeListener {
    /** Which of its two streams a node wrote to. */
    enum Stream {
        OUT,
        ERR
    }

    /** A line was written, without its line end. */
    default void onOutput(Node node, Stream stream, String line, Duration at) {}

    /** The process ended: by itself with {@code code}, or killed, with 137. */
    default void onExit(Node node, int code, Duration at) {}

    /** An exception ended a thread that had no handler for it. */
    default void onUncaught(Node node, String thread, Throwable exception, Duration at) {}
}
