package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.inflight.LockOperation;
import dev.gridlock.proxy.lock.CatalogLock;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Looks at the lock every so often and tells when somebody waits for it whom nobody will wake. Used by its own thread.
 *
 * <p>One look counts against a waiter only if nobody was inside, every waiter was asleep, and that was so twice in a row
 * without any operation having begun in between: a thread that has been handed the lock and has yet to run is awake, and
 * one that is leaving is still counted as inside. A waiter is reported after two such looks in a row, at least an interval
 * apart, unless the state word is corrupt, which is told as that.
 */
public final class WaiterSampler implements Runnable {

    private final CatalogLock lock;
    private final LockLedger ledger;
    private final WordValidator validator;
    private final EventLog events;
    private final Duration interval;
    /** How many looks in a row have counted against each waiter, by number of operation. */
    private Map<Long, Integer> looks = new TreeMap<>();

    private final Set<Long> reported = new HashSet<>();

    /**
     * A sampler.
     *
     * @param interval between two looks
     */
    public WaiterSampler(
            CatalogLock lock, LockLedger ledger, WordValidator validator, EventLog events, Duration interval) {
        this.lock = lock;
        this.ledger = ledger;
        this.validator = validator;
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
        boolean corrupt = validator.check(ledger.lastTimeout());
        List<LockPicture.Seen> stranded = corrupt ? List.of() : stranded();
        Map<Long, Integer> before = looks;
        looks = new TreeMap<>();
        for (LockPicture.Seen waiter : stranded) {
            looks.merge(
                    waiter.operation().number(),
                    before.getOrDefault(waiter.operation().number(), 0) + 1,
                    Integer::sum);
        }
        // A waiter is told of once, also when a passer-by hides it from some looks in between.
        reported.retainAll(ledger.inFlight().stream().map(LockOperation::number).toList());
        int most = looks.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        if (most >= 2 && Collections.disjoint(reported, looks.keySet())) {
            reported.addAll(looks.keySet());
            report(stranded, most);
        }
    }

    /** Those who sleep on the lock while nobody is inside; empty if that cannot be said for sure. */
    private List<LockPicture.Seen> stranded() {
        LockPicture first = LockPicture.take(lock, ledger);
        if (first.kind() != StallKind.WAITERS_WITHOUT_HOLDER) {
            return List.of();
        }
        LockPicture second = LockPicture.take(lock, ledger);
        boolean same = second.kind() == StallKind.WAITERS_WITHOUT_HOLDER
                && second.begun() == first.begun()
                && operations(second).equals(operations(first));
        return same ? second.waiters() : List.of();
    }

    private void report(List<LockPicture.Seen> waiters, int samples) {
        LockPicture picture = LockPicture.take(lock, ledger);
        LockOperation longest = waiters.getFirst().operation();
        var event = events.event("lock.waiters-without-holder")
                .update(longest.update())
                .with("label", longest.label())
                .with("app", longest.app())
                .with("word", picture.wordText())
                .with("decoded", picture.decodedText())
                .with("waiters", waiters.stream().map(LockPicture.Seen::toMap).toList());
        picture.lastHolder().ifPresent(last -> event.with("lastHolder", last.toMap()));
        event.with("samples", samples).emit();
    }

    private static List<LockOperation> operations(LockPicture picture) {
        return picture.waiters().stream().map(LockPicture.Seen::operation).toList();
    }
}
