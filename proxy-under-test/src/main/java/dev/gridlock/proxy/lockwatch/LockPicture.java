package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.inflight.LockOperation;
import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lock.LockWord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A lock as it was seen at one instant, without taking it. What changes while the picture is taken may be seen in part.
 *
 * @param lock its name
 * @param word its state word, if it has one
 * @param holders who is inside, in the order in which they came
 * @param waiters who waits, in the order in which they came
 * @param withoutSlot how many operations are under way that could not be followed
 * @param lastHolder who left last
 * @param lastTimeout who gave up last
 * @param begun how many operations there have been
 * @param timeouts how many have given up
 */
public record LockPicture(
        String lock,
        Optional<LockWord> word,
        List<Seen> holders,
        List<Seen> waiters,
        int withoutSlot,
        Optional<Seen> lastHolder,
        Optional<Seen> lastTimeout,
        long begun,
        long timeouts) {

    /**
     * One operation in the picture.
     *
     * @param operation which
     * @param state of its thread
     * @param waitedNanos how long it has waited, or had before it went in
     * @param heldNanos how long it has been inside, or was
     * @param endedAgoNanos how long it has been gone; 0 if it has not
     */
    public record Seen(
            LockOperation operation, Thread.State state, long waitedNanos, long heldNanos, long endedAgoNanos) {

        static Seen of(LockOperation operation, long nowNanos) {
            return new Seen(
                    operation,
                    operation.thread().getState(),
                    operation.waitedNanos(nowNanos),
                    operation.heldNanos(nowNanos),
                    operation.endedAgoNanos(nowNanos));
        }

        /** Whether its thread sleeps until somebody wakes it or its time is over. */
        public boolean isAsleep() {
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }

        /** For events and snapshots. */
        public Map<String, Object> toMap() {
            var map = new LinkedHashMap<String, Object>();
            map.put("thread", operation.thread().getName());
            if (endedAgoNanos == 0) {
                map.put("state", state.name());
            }
            map.put("label", operation.label());
            map.put("app", operation.app());
            map.put("update", operation.update());
            map.put("mode", operation.mode().name().toLowerCase(Locale.ROOT));
            map.put("waitedNanos", waitedNanos);
            map.put("heldNanos", heldNanos);
            if (endedAgoNanos > 0) {
                map.put("endedAgoNanos", endedAgoNanos);
            }
            return map;
        }
    }

    /** Takes a picture. */
    public static LockPicture take(CatalogLock lock, LockLedger ledger) {
        Optional<LockWord> word = WordValidator.word(lock);
        List<LockOperation> operations = ledger.inFlight();
        long now = System.nanoTime();
        return new LockPicture(
                lock.name(),
                word,
                in(LockOperation.Phase.HOLDING, operations, now),
                in(LockOperation.Phase.WAITING, operations, now),
                ledger.withoutSlot(),
                ledger.lastHolder().map(last -> Seen.of(last, now)),
                ledger.lastTimeout().map(last -> Seen.of(last, now)),
                ledger.begun(),
                ledger.timeouts());
    }

    /** What it shows. */
    public StallKind kind() {
        if (word.isPresent() && word.get().isCorrupt()) {
            return StallKind.CORRUPT_WORD;
        }
        if (waiters.isEmpty()) {
            return StallKind.FREE;
        }
        if (holders.stream().anyMatch(this::alsoWaits)) {
            return StallKind.SELF_DEADLOCK;
        }
        if (!holders.isEmpty() || withoutSlot > 0) {
            return StallKind.HELD;
        }
        return waiters.stream().allMatch(Seen::isAsleep) ? StallKind.WAITERS_WITHOUT_HOLDER : StallKind.MOVING;
    }

    /** For events and snapshots. */
    public Map<String, Object> toMap() {
        var map = new LinkedHashMap<String, Object>();
        map.put("lock", lock);
        map.put("word", wordText());
        map.put("decoded", decodedText());
        map.put("kind", kind().wire());
        map.put("holders", holders.stream().map(Seen::toMap).toList());
        map.put("waiters", waiters.stream().map(Seen::toMap).toList());
        map.put("withoutSlot", withoutSlot);
        lastHolder.ifPresent(last -> map.put("lastHolder", last.toMap()));
        lastTimeout.ifPresent(last -> map.put("lastTimeout", last.toMap()));
        map.put("operations", begun);
        map.put("timeouts", timeouts);
        return map;
    }

    /** The state word in hexadecimal; empty if the lock has none. */
    public String wordText() {
        return word.map(LockWord::toString).orElse("");
    }

    /** The state word in words; empty if the lock has none. */
    public String decodedText() {
        return word.map(LockWord::explain).orElse("");
    }

    private boolean alsoWaits(Seen holder) {
        return waiters.stream()
                .anyMatch(waiter ->
                        waiter.operation().thread() == holder.operation().thread());
    }

    private static List<Seen> in(LockOperation.Phase phase, List<LockOperation> operations, long now) {
        return operations.stream()
                .filter(operation -> operation.phase() == phase)
                .map(operation -> Seen.of(operation, now))
                .toList();
    }
}
