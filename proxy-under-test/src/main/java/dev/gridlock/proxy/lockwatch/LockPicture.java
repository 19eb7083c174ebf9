package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.inflight.FailureStreak;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.inflight.LockOperation;
import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lock.LockWord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A lock as it was seen at one instant, without taking it. What changes while the picture is taken may be seen in part.
 *
 * @param lock its name
 * @param word its state word, if it has one
 * @param holders who is inside, in the order in which they came, quick reads last
 * @param waiters who waits, in the order in which they came
 * @param failures threads that have given up, at least once, what they have not got since
 * @param withoutSlot how many operations are under way that could not be followed
 * @param lastHolder who left last
 * @param lastTimeout who gave up last
 * @param begun how many operations there have been
 * @param granted how many have been let in that were no quick reads
 * @param quickReads how many quick reads there have been
 * @param timeouts how many have given up
 */
public record LockPicture(
        String lock,
        Optional<LockWord> word,
        List<Seen> holders,
        List<Seen> waiters,
        List<FailureStreak> failures,
        int withoutSlot,
        Optional<Seen> lastHolder,
        Optional<Seen> lastTimeout,
        long begun,
        long granted,
        long quickReads,
        long timeouts) {

    /** Takes a picture. */
    public static LockPicture take(CatalogLock lock, LockLedger ledger) {
        Optional<LockWord> word = WordValidator.word(lock);
        List<LockOperation> operations = ledger.inFlight();
        long now = System.nanoTime();
        return new LockPicture(
                lock.name(),
                word,
                Stream.concat(
                                seen(LockOperation.Phase.HOLDING, operations, now),
                                ledger.quickReadsInside().stream().map(Seen::of))
                        .toList(),
                seen(LockOperation.Phase.WAITING, operations, now).toList(),
                ledger.failures(),
                ledger.withoutSlot(),
                ledger.lastHolder().map(last -> Seen.of(last, now)),
                ledger.lastTimeout().map(last -> Seen.of(last, now)),
                ledger.begun(),
                ledger.granted(),
                ledger.quickReads(),
                ledger.timeouts());
    }

    /** What it shows by itself, whatever was before. */
    public StallKind kind() {
        if (isCorrupt()) {
            return StallKind.CORRUPT_WORD;
        }
        if (waiters.isEmpty()) {
            return StallKind.FREE;
        }
        if (!WaitCycle.in(this).isEmpty()) {
            return StallKind.DEADLOCK;
        }
        if (!holders.isEmpty() || withoutSlot > 0) {
            return StallKind.HELD;
        }
        return waiters.stream().allMatch(Seen::isAsleep) ? StallKind.LOST_WAKEUP : StallKind.MOVING;
    }

    /** Whether the state word is none that a lock can have. */
    boolean isCorrupt() {
        return word.isPresent() && word.get().isCorrupt();
    }

    /** Whether the state word says that somebody is inside; false without a word, or if only a writer waits its turn. */
    boolean isHeldByWord() {
        return word.isPresent()
                && (word.get().readers() > 0
                        || (word.get().decode().writer() && !word.get().decode().writerParked()));
    }

    /** For events and snapshots, with what {@code kind} says. */
    public Map<String, Object> toMap(StallKind kind) {
        var map = new LinkedHashMap<String, Object>();
        map.put("lock", lock);
        map.put("word", wordText());
        map.put("decoded", decodedText());
        map.put("kind", kind.wire());
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

    private static Stream<Seen> seen(LockOperation.Phase phase, List<LockOperation> operations, long now) {
        return operations.stream()
                .filter(operation -> operation.phase() == phase)
                .map(operation -> Seen.of(operation, now));
    }
}
