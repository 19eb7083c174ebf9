package dev.gridlock.proxy.lock;

/** Short waits that grow with the number of the attempt, before a thread goes to sleep. */
final class SpinWait {

    /** Attempts before a thread parks. */
    static final int TRIES_MAX = 10;

    private static final int BUSY_TRIES = 3;

    private SpinWait() {}

    /**
     * Waits a little for another thread to act: attempts 1 to 3 burn 2, 4 and 8 pauses, later ones give the processor
     * away.
     */
    @SuppressWarnings("ThreadPriorityCheck") // yielding is the documented behaviour of the modelled lock
    static void spin(int attempt) {
        if (attempt <= BUSY_TRIES) {
            pause(attempt);
        } else {
            Thread.yield();
        }
    }

    /** Burns 2^attempt pauses, at most 2^10: for threads that collide on the word and all make progress. */
    static void pause(int attempt) {
        for (int i = 1 << Math.min(attempt, TRIES_MAX); i > 0; i--) {
            Thread.onSpinWait();
        }
    }
}
