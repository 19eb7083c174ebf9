package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.inflight.LockOperation;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Looks at the lock every so often, tells when somebody waits for it whom nobody will wake, and hands each look on to the
 * {@link StallWatch}. Used by its own thread.
 *
 * <p>One look counts against a waiter only if nobody was inside, every waiter was asleep, and that was so twice in a row
 * without any operation having begun in between: a thread that has been handed the lock and has yet to run is awake, and
 * one that is leaving is still counted as inside. A waiter is reported after two such looks in a row, at least an interval
 * apart and at least as long as its thread may look asleep although it has been woken, unless the state word is corrupt, which
 * is told as that.
 */
public final class WaiterSampler implements Runnable {

    private record Stranded(int looks, long sinceNanos) {
        Stranded oneMore() {
            return new Stranded(looks + 1, sinceNanos);
        }
    }

    private final LockLedger ledger;
    private final WordValidator validator;
    private final StallWatch stalls;
    private final EventLog events;
    private final Duration interval;
    /** The looks in a row that have counted against each waiter, by number of operation. */
    private Map<Long, Stranded> looks = new TreeMap<>();

    private final Set<Long> reported = new HashSet<>();

    /** Whether the last look saw a corrupt word. The write that left it so may be about to tell of it, and knows best. */
    private boolean wasCorrupt;

    /**
     * A sampler.
     *
     * @param stalls gets each look
     * @param interval between two looks
     */
    public WaiterSampler(
            LockLedger ledger, WordValidator validator, StallWatch stalls, EventLog events, Duration interval) {
        this.ledger = ledger;
        this.validator = validator;
        this.stalls = stalls;
        this.events = events;
        this.interval = interval;
    }

    /** Looks again and again until the thread is interrupted. */
    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(interval);
                look();
            }
        } catch (InterruptedException e) {
            // The node is closing; this was the last thing that the thread did.
            Thread.currentThread().interrupt();
        }
    }

    void look() {
        boolean corrupt = validator.isCorrupt();
        if (corrupt && wasCorrupt) {
            validator.check(ledger.lastTimeout());
        }
        wasCorrupt = corrupt;
        Look look = take();
        tellOfStranded(corrupt || !look.quiet() ? List.of() : look.picture().waiters());
        stalls.add(look);
        ledger.markQuickReads();
        ledger.forgetEndedThreads();
    }

    private Look take() {
        LockPicture first = stalls.picture();
        if (!looksStranded(first)) {
            return new Look(first, false, System.nanoTime());
        }
        LockPicture second = stalls.picture();
        boolean same = looksStranded(second)
                && second.begun() == first.begun()
                && numbers(second.waiters()).equals(numbers(first.waiters()));
        return new Look(second, same, System.nanoTime());
    }

    private static boolean looksStranded(LockPicture picture) {
        return picture.kind() == StallKind.LOST_WAKEUP;
    }

    private void tellOfStranded(List<Seen> stranded) {
        Map<Long, Stranded> before = looks;
        long now = System.nanoTime();
        looks = new TreeMap<>();
        boolean certain = false;
        int most = 0;
        for (Seen waiter : stranded) {
            Stranded each =
                    before.getOrDefault(waiter.number(), new Stranded(0, now)).oneMore();
            looks.put(waiter.number(), each);
            certain |= each.looks() >= 2 && now - each.sinceNanos() >= waiter.wakingNanos();
            most = Math.max(most, each.looks());
        }
        // A waiter is told of once, also when a passer-by hides it from some looks in between.
        reported.retainAll(ledger.inFlight().stream().map(LockOperation::number).toList());
        if (certain && Collections.disjoint(reported, looks.keySet())) {
            reported.addAll(looks.keySet());
            report(stranded, most);
        }
    }

    private void report(List<Seen> waiters, int samples) {
        LockPicture picture = stalls.picture();
        Seen longest = waiters.getFirst();
        var event = events.event("lock.waiters-without-holder")
                .update(longest.update())
                .with("label", longest.label())
                .with("app", longest.app())
                .with("word", picture.wordText())
                .with("decoded", picture.decodedText())
                .with("waiters", waiters.stream().map(Seen::toMap).toList());
        picture.lastHolder().ifPresent(last -> event.with("lastHolder", last.toMap()));
        event.with("samples", samples).emit();
    }

    private static List<Long> numbers(List<Seen> waiters) {
        return waiters.stream().map(Seen::number).toList();
    }
}
