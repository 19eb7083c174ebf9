package dev.gridlock.proxy.lock;

import java.util.concurrent.TimeUnit;

/** The fairness state of one bucket. Not thread-safe: guarded by the lock of its bucket. */
final class FairnessTimer {

    private static final int INTERVAL_MAX_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(1);

    private final Fairness fairness;
    private int random;
    private long dueNanos;

    /**
     * @param seed of the intervals; any value but zero
     * @param dueNanos first instant, on the {@link System#nanoTime} scale, after which {@link Fairness#TIMED} is due
     */
    FairnessTimer(Fairness fairness, int seed, long dueNanos) {
        assert seed != 0 : "xorshift never leaves zero";
        this.fairness = fairness;
        this.random = seed;
        this.dueNanos = dueNanos;
    }

    /** Whether this wake-up has to be a fair one; draws the next interval if so. */
    boolean isDue() {
        return switch (fairness) {
            case NEVER -> false;
            case ALWAYS -> true;
            case TIMED -> isIntervalOver();
        };
    }

    private boolean isIntervalOver() {
        long nowNanos = System.nanoTime();
        if (nowNanos - dueNanos <= 0) {
            return false;
        }
        dueNanos = nowNanos + Integer.remainderUnsigned(nextRandom(), INTERVAL_MAX_NANOS);
        return true;
    }

    /** Marsaglia's 32-bit xorshift with the shifts 13, 17, 5. */
    private int nextRandom() {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        return random;
    }
}
