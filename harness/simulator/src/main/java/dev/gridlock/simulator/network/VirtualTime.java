package dev.gridlock.simulator.network;

/** What the network needs of the simulation: the instant, later instants, and chance. Not thread-safe. */
public interface VirtualTime {
    /** Nanoseconds since the start, including what the running step has used up. */
    long now();

    /** Runs {@code action} on the carrier after {@code delayNanos}, 0 or more. */
    void after(long delayNanos, Runnable action);

    /** Returns the next 64 bits of the simulation's random stream. */
    long nextRandom();
}
