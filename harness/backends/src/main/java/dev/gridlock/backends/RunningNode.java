package dev.gridlock.backends;

/** A program that was started, until its end. Thread-safe. */
public interface RunningNode {

    /** Whether it runs or is stopped. */
    boolean isAlive();

    /** Whether it is stopped, and not only for a moment as a slow one is. */
    boolean isStopped() throws InterruptedException;

    /** How many times longer it takes than it would if nobody held it up, measured; 1 for one that does not go on. */
    double slowdown() throws InterruptedException;

    /**
     * Stops it, or lets it go on; and in between makes it slower.
     *
     * @param slower how many times, 1 or more
     * @throws IllegalArgumentException when it cannot be made slower
     */
    void hinder(boolean pause, double slower) throws InterruptedException;

    /** Ends it as by SIGKILL, and returns when its end has been told. Does nothing when it has ended. */
    void kill() throws InterruptedException;
}
