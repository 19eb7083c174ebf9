package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.lock.CatalogLock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers the looks at a lock, says what they mean, and prints one {@code lock.stall} event for each stall that has no
 * event of its own. Looks are added by one thread; the rest is thread-safe. Nothing here takes the lock.
 */
public final class StallWatch {

    private static final int SHOWN = 10;

    private final CatalogLock lock;
    private final LockLedger ledger;
    private final EventLog events;
    private final Duration stallAfter;
    private final StallLimits limits;
    private final long intervalNanos;
    private volatile StallHistory history = StallHistory.none();
    private Optional<StallKind> told = Optional.empty();
    private long stalledNanos;

    /**
     * A watch of one lock.
     *
     * @param stallAfter how long something must go on to be a stall
     * @param interval between two looks
     */
    public StallWatch(CatalogLock lock, LockLedger ledger, EventLog events, Duration stallAfter, Duration interval) {
        this.lock = lock;
        this.ledger = ledger;
        this.events = events;
        this.stallAfter = stallAfter;
        limits = StallLimits.of(stallAfter);
        intervalNanos = interval.toNanos();
    }

    /** The lock as it is now. */
    public LockPicture picture() {
        return LockPicture.take(lock, ledger);
    }

    /** What the looks so far say. */
    public StallKind kind() {
        return StallClassifier.classify(history, limits).kind();
    }

    /**
     * What the looks so far say about a node that has not answered for {@code silence}.
     *
     * @param picture the lock as it is now; counts where the looks prove nothing
     */
    public StallKind kindOfSilentNode(Duration silence, LockPicture picture) {
        StallKind kind = StallClassifier.classify(history, StallLimits.ofSilentNode(stallAfter, silence))
                .kind();
        return kind.isStall() ? kind : picture.kind();
    }

    void add(Look look) {
        history = history.next(look, intervalNanos);
        Diagnosis diagnosis = StallClassifier.classify(history, limits);
        if (diagnosis.kind().isStall()) {
            stalledNanos = history.watchedNanos();
            // In one episode only what explains more than what has been told.
            if (told.isEmpty() || diagnosis.kind().compareTo(told.get()) < 0) {
                told = Optional.of(diagnosis.kind());
                report(diagnosis, look.picture());
            }
        } else if (history.watchedSince(stalledNanos) > stallAfter.toNanos()) {
            told = Optional.empty();
        }
    }

    private void report(Diagnosis diagnosis, LockPicture picture) {
        if (diagnosis.kind() == StallKind.CORRUPT_WORD || diagnosis.kind() == StallKind.LOST_WAKEUP) {
            // These have events of their own.
            return;
        }
        var event = events.event("lock.stall");
        diagnosis.blamed().ifPresent(blamed -> event.update(blamed.update()));
        event.with("kind", diagnosis.kind().wire());
        diagnosis
                .blamed()
                .ifPresent(blamed -> event.with("label", blamed.label()).with("app", blamed.app()));
        sight(picture).forEach(event::with);
        event.with("forNanos", diagnosis.forNanos());
        diagnosis.explanation().forEach(event::with);
        event.emit();
    }

    /** What an event shows of a picture: the word, who is inside and who waits, ten of each at most. */
    public static Map<String, Object> sight(LockPicture picture) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("word", picture.wordText());
        fields.put("decoded", picture.decodedText());
        fields.put("holders", shown(picture.holders()));
        fields.put("waiters", shown(picture.waiters()));
        fields.put("waiterCount", picture.waiters().size());
        return fields;
    }

    private static List<?> shown(List<Seen> operations) {
        return operations.stream().limit(SHOWN).map(Seen::toMap).toList();
    }
}
