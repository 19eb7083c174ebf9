package dev.gridlock.proxy.lock;

/** Points in time on the {@link System#nanoTime} scale. {@link #NONE} is reserved for an unbounded wait. */
final class Deadlines {

    /** Wait for ever. */
    static final long NONE = 0;

    private Deadlines() {}

    /**
     * The instant {@code timeoutNanos} from now; never {@link #NONE}. Compare with others by the sign of the difference:
     * the scale wraps.
     *
     * @throws IllegalArgumentException if {@code timeoutNanos} is not positive
     */
    static long after(long timeoutNanos) {
        requirePositive(timeoutNanos);
        long deadlineNanos = System.nanoTime() + timeoutNanos;
        return deadlineNanos == NONE ? 1 : deadlineNanos;
    }

    /** Throws {@link IllegalArgumentException} unless {@code timeoutNanos} is positive. */
    static void requirePositive(long timeoutNanos) {
        if (timeoutNanos <= 0) {
            throw new IllegalArgumentException(
                    "The lock timeout is " + timeoutNanos + " ns, expected a positive number of nanoseconds.");
        }
    }
}
