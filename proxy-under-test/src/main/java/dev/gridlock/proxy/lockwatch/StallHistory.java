package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.inflight.FailureStreak;
import dev.gridlock.proxy.inflight.QuickRead;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a row of looks at one lock has shown, condensed. Immutable; each look makes the next history.
 *
 * <p>Its clock is the time that was watched: a look counts no more time since the one before than twice the interval between
 * them. A pause of the whole process, or a wait for a processor that held up the looks as well, therefore makes nobody look
 * slow.
 *
 * @param watchedNanos how long the lock has been watched
 * @param last the last look; empty before the first
 * @param stays the operations under way, by number
 * @param persistences the threads that have failed and not succeeded since, by thread
 * @param heldByNobodySinceNanos since when each look was quiet and the state word said that somebody was inside; empty if the
 *     last one was not like that
 */
record StallHistory(
        long watchedNanos,
        Optional<Look> last,
        SortedMap<Long, Stay> stays,
        SortedMap<Long, Persistence> persistences,
        Optional<Long> heldByNobodySinceNanos) {

    /** Before the first look. */
    static StallHistory none() {
        return new StallHistory(0, Optional.empty(), new TreeMap<>(), new TreeMap<>(), Optional.empty());
    }

    /**
     * With one more look.
     *
     * @param intervalNanos between two looks, as it is meant to be
     */
    StallHistory next(Look look, long intervalNanos) {
        long passed = last.map(before -> look.atNanos() - before.atNanos()).orElse(0L);
        long now = watchedNanos + Math.clamp(passed, 0, 2 * intervalNanos);
        LockPicture picture = look.picture();
        boolean heldByNobody = look.quiet() && picture.isHeldByWord();
        return new StallHistory(
                now,
                Optional.of(look),
                stays(look, now),
                persistences(picture, now),
                heldByNobody ? Optional.of(heldByNobodySinceNanos.orElse(now)) : Optional.empty());
    }

    private SortedMap<Long, Stay> stays(Look look, long now) {
        LockPicture picture = look.picture();
        long latestInside = latestInside(picture);
        boolean quickReadsCame = last.isPresent() && last.get().picture().quickReads() != picture.quickReads();
        var next = new TreeMap<Long, Stay>();
        for (Seen holder : picture.holders()) {
            next.put(holder.number(), stay(holder, true, picture, now).next(holder, now, false, false));
        }
        for (Seen waiter : picture.waiters()) {
            boolean overtaken = latestInside > waiter.number() || quickReadsCame;
            next.put(waiter.number(), stay(waiter, false, picture, now).next(waiter, now, look.quiet(), overtaken));
        }
        return next;
    }

    private Stay stay(Seen seen, boolean inside, LockPicture picture, long now) {
        @Nullable Stay before = stays.get(seen.number());
        return before != null && before.inside() == inside ? before : Stay.first(seen, inside, now, picture);
    }

    /** The highest number among those who have been seen inside since the last look; 0 if nobody has got in since. */
    private long latestInside(LockPicture picture) {
        if (last.isEmpty() || last.get().picture().granted() == picture.granted()) {
            return 0;
        }
        long left = picture.lastHolder().map(Seen::number).orElse(0L);
        return Math.max(
                left,
                picture.holders().stream()
                        .mapToLong(Seen::number)
                        .filter(StallHistory::isInFull)
                        .max()
                        .orElse(0));
    }

    private SortedMap<Long, Persistence> persistences(LockPicture picture, long now) {
        var next = new TreeMap<Long, Persistence>();
        for (FailureStreak streak : picture.failures()) {
            @Nullable Persistence before = persistences.get(streak.threadId());
            if (before == null || before.streak().sinceNanos() != streak.sinceNanos()) {
                next.put(streak.threadId(), new Persistence(streak, now, now));
            } else {
                boolean grew = streak.attempts() > before.streak().attempts();
                next.put(
                        streak.threadId(),
                        new Persistence(streak, before.sinceNanos(), grew ? now : before.grewNanos()));
            }
        }
        return next;
    }

    /** Quick reads have numbers of their own, far above. */
    private static boolean isInFull(long number) {
        return number < QuickRead.NUMBERS;
    }

    /** Those who are inside, in the order in which they came. */
    List<Stay> inside() {
        return stays.values().stream().filter(Stay::inside).toList();
    }

    /** Those who wait, in the order in which they came. */
    List<Stay> waiting() {
        return stays.values().stream().filter(stay -> !stay.inside()).toList();
    }

    /** How long it has been watched since {@code sinceNanos}. */
    long watchedSince(long sinceNanos) {
        return watchedNanos - sinceNanos;
    }
}
