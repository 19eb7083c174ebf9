package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.inflight.FailureStreak;
import dev.gridlock.proxy.inflight.LockMode;
import dev.gridlock.proxy.lock.LockWord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A row of looks at a lock, made up. Operations are named by number; each belongs to the thread of the same number unless told otherwise. */
final class LookScript {

    static final Duration INTERVAL = Duration.ofMillis(20);
    static final Duration STALL_AFTER = Duration.ofMillis(250);

    private final List<Seen> holders = new ArrayList<>();
    private final List<Seen> waiters = new ArrayList<>();
    private final List<FailureStreak> failures = new ArrayList<>();
    private StallHistory history = StallHistory.none();
    private Optional<LockWord> word = Optional.empty();
    private Optional<Seen> lastHolder = Optional.empty();
    private long granted;
    private long timeouts;
    private long nowNanos;
    private boolean somebodyBegins;

    static Seen seen(long number, LockMode mode, Thread.State state) {
        return new Seen(
                number,
                number,
                "t-" + number,
                state,
                true,
                "label-" + number,
                "shop",
                "u-" + number,
                mode,
                0,
                0,
                0,
                Seen.Ties.HELD);
    }

    /** The same with a platform thread. */
    static Seen withPlatformThread(Seen seen) {
        return new Seen(
                seen.number(),
                seen.threadId(),
                seen.thread(),
                seen.state(),
                false,
                seen.label(),
                seen.app(),
                seen.update(),
                seen.mode(),
                0,
                0,
                0,
                seen.ties());
    }

    static Seen withThread(Seen seen, long thread) {
        return new Seen(
                seen.number(),
                thread,
                "t-" + thread,
                seen.state(),
                seen.virtual(),
                seen.label(),
                seen.app(),
                seen.update(),
                seen.mode(),
                0,
                0,
                0,
                seen.ties());
    }

    static Seen withTies(Seen seen, Seen.Ties ties) {
        return new Seen(
                seen.number(),
                seen.threadId(),
                seen.thread(),
                seen.state(),
                seen.virtual(),
                seen.label(),
                seen.app(),
                seen.update(),
                seen.mode(),
                0,
                0,
                0,
                ties);
    }

    LookScript word(long bits) {
        word = Optional.of(new LockWord(bits));
        return this;
    }

    LookScript inside(Seen seen) {
        holders.add(seen);
        granted++;
        holders.sort(Comparator.comparingLong(Seen::number));
        return this;
    }

    LookScript waits(Seen seen) {
        waiters.add(seen);
        waiters.sort(Comparator.comparingLong(Seen::number));
        return this;
    }

    /** The thread of an operation is in another state from now on. */
    LookScript becomes(long number, Thread.State state) {
        holders.replaceAll(seen -> seen.number() == number ? withState(seen, state) : seen);
        waiters.replaceAll(seen -> seen.number() == number ? withState(seen, state) : seen);
        return this;
    }

    private static Seen withState(Seen seen, Thread.State state) {
        return new Seen(
                seen.number(),
                seen.threadId(),
                seen.thread(),
                state,
                seen.virtual(),
                seen.label(),
                seen.app(),
                seen.update(),
                seen.mode(),
                seen.waitedNanos(),
                seen.heldNanos(),
                seen.endedAgoNanos(),
                seen.ties());
    }

    LookScript leaves(long number) {
        lastHolder = holders.stream().filter(seen -> seen.number() == number).findFirst();
        holders.removeIf(seen -> seen.number() == number);
        return this;
    }

    LookScript givesUp(long number) {
        waiters.removeIf(seen -> seen.number() == number);
        timeouts++;
        return this;
    }

    LookScript goesIn(long number) {
        Seen seen = waiters.stream()
                .filter(each -> each.number() == number)
                .findFirst()
                .orElseThrow();
        waiters.remove(seen);
        return inside(seen);
    }

    /** An operation that comes and goes between two looks. */
    LookScript passes(long number) {
        granted++;
        lastHolder = Optional.of(seen(number, LockMode.SHARED, Thread.State.RUNNABLE));
        return this;
    }

    /** While it is on, something has begun between the two pictures of each look. */
    LookScript busy(boolean on) {
        somebodyBegins = on;
        return this;
    }

    LookScript fails(long thread, long attempts) {
        failures.removeIf(streak -> streak.threadId() == thread);
        failures.add(
                new FailureStreak(thread, "t-" + thread, "retry", "shop", "u-r", LockMode.EXCLUSIVE, attempts, thread));
        timeouts += attempts;
        return this;
    }

    LookScript succeeds(long thread) {
        failures.removeIf(streak -> streak.threadId() == thread);
        granted++;
        return this;
    }

    /** Looks for so long, at the usual interval. */
    LookScript looksFor(Duration time) {
        for (long left = time.toNanos(); left > 0; left -= INTERVAL.toNanos()) {
            lookAfter(INTERVAL);
        }
        return this;
    }

    /** Looks once, so long after the last time. */
    LookScript lookAfter(Duration pause) {
        nowNanos += pause.toNanos();
        var picture = new LockPicture(
                "lock",
                word,
                List.copyOf(holders),
                List.copyOf(waiters),
                List.copyOf(failures),
                0,
                lastHolder,
                Optional.empty(),
                granted + timeouts + waiters.size(),
                granted,
                0,
                timeouts);
        boolean quiet = !somebodyBegins
                && holders.isEmpty()
                && !waiters.isEmpty()
                && waiters.stream().allMatch(Seen::isAsleep);
        history = history.next(new Look(picture, quiet, nowNanos), INTERVAL.toNanos());
        return this;
    }

    Diagnosis diagnosis() {
        return StallClassifier.classify(history, StallLimits.of(STALL_AFTER));
    }

    Diagnosis diagnosisOfSilentNode(Duration silence) {
        return StallClassifier.classify(history, StallLimits.ofSilentNode(STALL_AFTER, silence));
    }
}
