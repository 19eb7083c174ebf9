package dev.gridlock.proxy.lockwatch;

/**
 * One operation through a row of looks, for as long as it stays on the same side of the lock. Times are those of
 * {@link StallHistory#watchedNanos()}.
 *
 * @param seen the operation at the last look
 * @param inside whether it holds the lock; otherwise it waits
 * @param sinceNanos the first look that saw it there
 * @param looks how many have
 * @param asleepLooks at how many of them, up to the last one, its thread has slept
 * @param asleepSinceNanos the first of those; means nothing when there are none
 * @param abandonedSinceNanos the first look that saw it abandoned; -1 if none has
 * @param strandedLooks how many looks, up to the last one, have seen it asleep on a lock that nobody held
 * @param strandedSinceNanos the first of those; means nothing when there are none
 * @param wasStranded whether, since its thread was last seen awake, two such looks have followed each other for longer than a
 *     thread that was woken may look asleep
 * @param overtakenLooks at how many looks somebody who came later had got in since the look before
 * @param timeoutsBefore how many operations had given up when it was first seen
 */
record Stay(
        Seen seen,
        boolean inside,
        long sinceNanos,
        int looks,
        int asleepLooks,
        long asleepSinceNanos,
        long abandonedSinceNanos,
        int strandedLooks,
        long strandedSinceNanos,
        boolean wasStranded,
        int overtakenLooks,
        long timeoutsBefore) {

    private static final long NEVER = -1;

    static Stay first(Seen seen, boolean inside, long watchedNanos, LockPicture picture) {
        return new Stay(
                seen, inside, watchedNanos, 0, 0, watchedNanos, NEVER, 0, watchedNanos, false, 0, picture.timeouts());
    }

    /** This stay with one more look. */
    Stay next(Seen now, long watchedNanos, boolean strandedNow, boolean overtakenNow) {
        int strandedInARow = strandedNow ? strandedLooks + 1 : 0;
        long strandedSince = strandedLooks > 0 ? strandedSinceNanos : watchedNanos;
        boolean isStranded = strandedInARow >= 2 && watchedNanos - strandedSince >= now.wakingNanos();
        boolean abandoned = inside && now.ties() == Seen.Ties.ABANDONED;
        return new Stay(
                now,
                inside,
                sinceNanos,
                looks + 1,
                now.isAsleep() ? asleepLooks + 1 : 0,
                asleepLooks > 0 ? asleepSinceNanos : watchedNanos,
                abandonedSinceNanos == NEVER && abandoned ? watchedNanos : abandonedSinceNanos,
                strandedInARow,
                strandedSince,
                now.isAsleep() && (wasStranded || isStranded),
                overtakenLooks + (overtakenNow ? 1 : 0),
                timeoutsBefore);
    }

    boolean isAbandoned() {
        return abandonedSinceNanos != NEVER;
    }
}
