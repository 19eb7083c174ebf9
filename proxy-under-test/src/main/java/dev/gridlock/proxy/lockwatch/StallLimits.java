package dev.gridlock.proxy.lockwatch;

import java.time.Duration;

/**
 * How long something must have been watched before it is called a stall.
 *
 * @param certainNanos for what cannot be otherwise: a circle of waiters, a hold that its thread has forgotten
 * @param suspectNanos for what might be a matter of patience
 */
record StallLimits(long certainNanos, long suspectNanos) {

    /** Short attempts in a row, all in vain, that make a livelock. */
    static final int SHORT_ATTEMPTS = 64;
    /** Attempts in a row, all in vain, that make a livelock however long each of them took. */
    static final int ATTEMPTS = 512;
    /** Looks that must have seen anything that is called a stall. */
    static final int LOOKS = 3;

    /**
     * The longest mean time of short attempts. A deadline of some milliseconds passes by itself when threads wait long enough
     * for a processor; one of a fraction of that is the mistake that is looked for.
     */
    static final long SHORT_NANOS = 4_000_000;

    private static final int SLOW = 4;
    private static final int VERY_SLOW = 16;

    /** For a node that may well be healthy: {@code stallAfter} for everything. */
    static StallLimits of(Duration stallAfter) {
        return new StallLimits(stallAfter.toNanos(), stallAfter.toNanos());
    }

    /** For a node that has not answered for {@code silence}: what is certain counts at once. */
    static StallLimits ofSilentNode(Duration stallAfter, Duration silence) {
        return new StallLimits(0, Math.min(stallAfter.toNanos(), silence.toNanos() / 2));
    }

    /** For what a busy machine may bring about for a while: a holder that is awake. */
    long slowNanos() {
        return SLOW * suspectNanos;
    }

    /** For what a sound lock that is not fair may do to somebody now and then: let others go first. */
    long unfairNanos() {
        return VERY_SLOW * suspectNanos;
    }
}
