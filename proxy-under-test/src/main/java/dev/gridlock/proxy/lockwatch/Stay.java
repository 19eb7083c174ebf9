package dev.gridlock.proxy.lockwatch;

/**
 * One operation through a row of looks, for as long as it stays on the same side of the lock. Times are those of
 * {@link StallHistory#watchedNanos()}.
 *
 * @param seen the operation at the last look
 * @param inside whether it holds the lock; otherwise it waits
 * @param sinceNanos the first look that saw it there
 * @param looks how many have
 * @param asleepThroughout whether its thread slept at each of them
 * @param abandonedSinceNanos the first look that saw it abandoned; -1 if none has
 * @param strandedLooks how many looks, up to the last one, have seen it asleep on a lock that nobody held
 * @param wasStranded whether two such looks have ever followed each other
 * @param overtakenLooks at how many looks somebody who came later had got in since the look before
 * @param timeoutsBefore how many operations had given up when it was first seen
 */
record Stay(
        Seen seen,
        boolean inside,
        long sinceNanos,
        int looks,
        boolean asleepThroughout,
        long abandonedSinceNanos,
        int strandedLooks,
        boolean wasStranded,
        int overtakenLooks,
        long timeoutsBefore) {

    private static final long NEVER = -1;

    static Stay first(Seen seen, boolean inside, long watchedNanos, LockPicture picture) {
        return new Stay(seen, inside, watchedNanos, 0, true, NEVER, 0, false, 0, picture.timeouts());
    }

    /** This stay with one more look. */
    Stay next(Seen now, long watchedNanos, boolean strandedNow, boolean overtakenNow) {
        int strandedInARow = strandedNow ? strandedLooks + 1 : 0;
        boolean abandoned = inside && now.ties() == Seen.Ties.ABANDONED;
        return new Stay(
                now,
                inside,
                sinceNanos,
                looks + 1,
                asleepThroughout && now.isAsleep(),
                abandonedSinceNanos == NEVER && abandoned ? watchedNanos : abandonedSinceNanos,
                strandedInARow,
                wasStranded || strandedInARow >= 2,
                overtakenLooks + (overtakenNow ? 1 : 0),
                timeoutsBefore);
    }

    boolean isAbandoned() {
        return abandonedSinceNanos != NEVER;
    }
}
