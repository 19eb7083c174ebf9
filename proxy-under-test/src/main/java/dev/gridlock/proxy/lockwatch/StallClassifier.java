package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.inflight.FailureStreak;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Tells from a row of looks what kind of stall a lock is in. A pure function; a false alarm is worse than a late one.
 *
 * <p>The order of the kinds matters, since one stall brings others about: behind a lost wakeup somebody waits for long, a
 * forgotten reader deadlocks with the next writer. The kind that explains the others is told. Which detector sees what: a
 * circle of waiters is blind to a broken word and a lost wakeup, a validator of the word is blind to a deadlock; hence all
 * of them, over the same looks.
 */
final class StallClassifier {

    private StallClassifier() {}

    /** What {@code history} says, by {@code limits}. */
    static Diagnosis classify(StallHistory history, StallLimits limits) {
        if (history.last().isEmpty()) {
            return Diagnosis.nothing(StallKind.FREE);
        }
        LockPicture picture = history.last().get().picture();
        if (picture.isCorrupt()) {
            return new Diagnosis(StallKind.CORRUPT_WORD, picture.lastTimeout().map(Diagnosis.Blamed::of), 0, Map.of());
        }
        List<Supplier<Optional<Diagnosis>>> detectors = List.of(
                () -> lostWakeup(history),
                () -> abandoned(history, limits),
                () -> heldByNobody(history, limits),
                () -> deadlock(history, picture, limits),
                () -> passed(history, picture, limits),
                () -> retryLivelock(history, limits),
                () -> longHolder(history, picture, limits),
                () -> starvation(history, limits));
        return detectors.stream()
                .map(Supplier::get)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> Diagnosis.nothing(glance(picture)));
    }

    /** What a picture shows that no row of looks has confirmed yet. */
    private static StallKind glance(LockPicture picture) {
        if (picture.waiters().isEmpty()) {
            return StallKind.FREE;
        }
        return picture.holders().isEmpty() && picture.withoutSlot() == 0 ? StallKind.MOVING : StallKind.HELD;
    }

    /** Somebody has slept through two looks at a lock that nobody held, and was woken by nobody since. */
    private static Optional<Diagnosis> lostWakeup(StallHistory history) {
        if (history.heldByNobodySinceNanos().isPresent()) {
            return Optional.empty();
        }
        return history.waiting().stream()
                .filter(Stay::wasStranded)
                .findFirst()
                .map(stay -> diagnosis(StallKind.LOST_WAKEUP, stay, history.watchedSince(stay.sinceNanos()), Map.of()));
    }

    /** A hold whose thread has ended, or has finished the work that it was for. */
    private static Optional<Diagnosis> abandoned(StallHistory history, StallLimits limits) {
        return history.inside().stream()
                .filter(Stay::isAbandoned)
                .filter(stay -> stay.looks() >= StallLimits.LOOKS)
                .filter(stay -> history.watchedSince(stay.abandonedSinceNanos()) >= limits.certainNanos())
                .findFirst()
                .map(stay -> diagnosis(
                        StallKind.LEAKED_GUARD,
                        stay,
                        history.watchedSince(stay.abandonedSinceNanos()),
                        Map.of(
                                "because",
                                stay.seen().state() == Thread.State.TERMINATED
                                        ? "its thread has ended"
                                        : "its thread has finished the work that it was for")));
    }

    /** The state word says that somebody is inside, and the ledger has nobody. */
    private static Optional<Diagnosis> heldByNobody(StallHistory history, StallLimits limits) {
        return history.heldByNobodySinceNanos()
                .map(history::watchedSince)
                .filter(nanos -> nanos > 0 && nanos >= limits.certainNanos())
                .map(nanos -> new Diagnosis(
                        StallKind.LEAKED_GUARD,
                        history.last()
                                .flatMap(look -> look.picture().lastHolder())
                                .map(Diagnosis.Blamed::of),
                        nanos,
                        Map.of("because", "the state word counts a hold that no operation has")));
    }

    private static Optional<Diagnosis> deadlock(StallHistory history, LockPicture picture, StallLimits limits) {
        List<WaitCycle.Link> cycle = WaitCycle.in(picture);
        if (cycle.isEmpty()) {
            return Optional.empty();
        }
        List<Stay> members = cycle.stream()
                .flatMap(link -> Stream.of(link.waiter(), link.behind()))
                .distinct()
                .flatMap(seen -> Stream.ofNullable(history.stays().get(seen.number())))
                .toList();
        // Who is on its way to sleep, or was woken for a moment, is in the circle from when it sleeps.
        long since = members.stream().mapToLong(Stay::asleepSinceNanos).max().orElse(history.watchedNanos());
        boolean settled = members.stream().allMatch(stay -> stay.asleepLooks() >= StallLimits.LOOKS);
        if (!settled || history.watchedSince(since) < limits.certainNanos()) {
            return Optional.empty();
        }
        return Optional.of(new Diagnosis(
                StallKind.DEADLOCK,
                Optional.of(Diagnosis.Blamed.of(cycle.getFirst().waiter())),
                history.watchedSince(since),
                Map.of("cycle", cycle.stream().map(WaitCycle.Link::toMap).toList())));
    }

    /** A hold whose thread completes other operations while others wait for it. */
    private static Optional<Diagnosis> passed(StallHistory history, LockPicture picture, StallLimits limits) {
        return history.inside().stream()
                .filter(stay -> stay.seen().ties() == Seen.Ties.PASSED && isInTheWay(stay, picture))
                .filter(stay -> history.watchedSince(stay.sinceNanos()) >= limits.slowNanos())
                .findFirst()
                .map(stay -> diagnosis(
                        StallKind.LEAKED_GUARD,
                        stay,
                        history.watchedSince(stay.sinceNanos()),
                        Map.of("because", "its thread has completed other operations since")));
    }

    private static Optional<Diagnosis> retryLivelock(StallHistory history, StallLimits limits) {
        return history.persistences().values().stream()
                .filter(persistence -> isHopeless(
                        persistence.streak(), history.last().map(Look::atNanos).orElse(0L)))
                .filter(persistence -> history.watchedSince(persistence.sinceNanos()) >= limits.suspectNanos())
                // Still at it: one that has turned to something else is not stuck.
                .filter(persistence -> history.watchedSince(persistence.grewNanos()) * 2 <= limits.suspectNanos())
                .findFirst()
                .map(persistence -> {
                    FailureStreak streak = persistence.streak();
                    var explanation = new LinkedHashMap<String, Object>();
                    explanation.put("thread", streak.thread());
                    explanation.put("attempts", streak.attempts());
                    return new Diagnosis(
                            StallKind.RETRY_LIVELOCK,
                            Optional.of(Diagnosis.Blamed.of(streak)),
                            history.watchedSince(persistence.sinceNanos()),
                            explanation);
                });
    }

    private static Optional<Diagnosis> longHolder(StallHistory history, LockPicture picture, StallLimits limits) {
        if (!WaitCycle.in(picture).isEmpty()) {
            // The hold is as old as the circle that it is part of, which is about to be certain.
            return Optional.empty();
        }
        return history.inside().stream()
                .filter(stay -> stay.looks() >= StallLimits.LOOKS && isInTheWay(stay, picture))
                .filter(stay -> (stay.asleepLooks() >= StallLimits.LOOKS
                                && history.watchedSince(stay.asleepSinceNanos()) >= limits.suspectNanos())
                        || history.watchedSince(stay.sinceNanos()) >= limits.slowNanos())
                .findFirst()
                .map(stay -> diagnosis(StallKind.LONG_HOLDER, stay, history.watchedSince(stay.sinceNanos()), Map.of()));
    }

    private static Optional<Diagnosis> starvation(StallHistory history, StallLimits limits) {
        return history.waiting().stream()
                .filter(stay -> stay.asleepLooks() >= StallLimits.LOOKS)
                .filter(stay -> history.watchedSince(stay.asleepSinceNanos()) >= limits.unfairNanos())
                .filter(stay -> stay.overtakenLooks() * 4 >= stay.looks() * 3)
                .findFirst()
                .map(stay -> diagnosis(
                        StallKind.STARVATION,
                        stay,
                        history.watchedSince(stay.sinceNanos()),
                        Map.of("overtakenAtLooks", stay.overtakenLooks(), "looks", stay.looks())));
    }

    private static boolean isHopeless(FailureStreak streak, long nowNanos) {
        boolean areShort = (nowNanos - streak.sinceNanos()) / streak.attempts() <= StallLimits.SHORT_NANOS;
        return streak.attempts() >= (areShort ? StallLimits.SHORT_ATTEMPTS : StallLimits.ATTEMPTS);
    }

    /** Whether others wait while it is inside, or have given up since it was first seen there. */
    private static boolean isInTheWay(Stay holder, LockPicture picture) {
        return picture.waiters().stream()
                        .anyMatch(waiter -> waiter.threadId() != holder.seen().threadId())
                || picture.timeouts() > holder.timeoutsBefore();
    }

    private static Diagnosis diagnosis(StallKind kind, Stay stay, long forNanos, Map<String, Object> explanation) {
        return new Diagnosis(kind, Optional.of(Diagnosis.Blamed.of(stay.seen())), forNanos, explanation);
    }
}
