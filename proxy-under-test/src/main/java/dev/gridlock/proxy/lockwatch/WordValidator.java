package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.events.Event;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.inflight.LockOperation;
import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lock.LockWord;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells, once, that the lock's state word cannot be true: it counts more readers than there could be threads. Thread-safe.
 * The check reads one word, so it can be made after every write that gave up.
 */
public final class WordValidator {

    private final CatalogLock lock;
    private final EventLog events;
    private final AtomicBoolean told = new AtomicBoolean();

    /** A validator of one lock. */
    public WordValidator(CatalogLock lock, EventLog events) {
        this.lock = lock;
        this.events = events;
    }

    /** The state word, if the lock has one. */
    static Optional<LockWord> word(CatalogLock lock) {
        var bits = lock.word();
        return bits.isPresent() ? Optional.of(new LockWord(bits.getAsLong())) : Optional.empty();
    }

    /** Whether the word is corrupt now. */
    boolean isCorrupt() {
        return word(lock).map(LockWord::isCorrupt).orElse(false);
    }

    /**
     * Looks at the word now, and tells if it is corrupt, once.
     *
     * @param suspect the write that gave up last, if one has: the one most likely to have left the word like this
     */
    void check(Optional<LockOperation> suspect) {
        Optional<LockWord> word = word(lock);
        if (word.isEmpty() || !word.get().isCorrupt()) {
            return;
        }
        if (told.compareAndSet(false, true)) {
            Event event = events.event("lock.corrupted");
            suspect.ifPresent(operation -> event.update(operation.update())
                    .with("label", operation.label())
                    .with("app", operation.app()));
            event.with("word", word.get().toString())
                    .with("decoded", word.get().explain())
                    .emit();
        }
    }
}
