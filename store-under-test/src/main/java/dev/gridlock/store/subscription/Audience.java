package dev.gridlock.store.subscription;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The readers of one subscription, and since when there has been none. Not thread-safe. */
final class Audience {
    private final Set<Reader> readers = new LinkedHashSet<>();
    private long emptySince = System.nanoTime();

    void add(Reader reader) {
        readers.add(reader);
    }

    /** Removes a reader, if it is there. */
    void remove(Reader reader) {
        if (readers.remove(reader) && readers.isEmpty()) {
            emptySince = System.nanoTime();
        }
    }

    /** Tells everybody; returns how many were cut because they lag too much. */
    int offer(List<? extends SubscriptionEvent> events) {
        List<Reader> cut = new ArrayList<>();
        for (Reader reader : readers) {
            if (!reader.offer(events)) {
                cut.add(reader);
            }
        }
        cut.forEach(this::remove);
        return cut.size();
    }

    /** How much of the given time without readers is left; {@link Candidates#FOREVER} while there are some. */
    long patience(long idleNanos) {
        return readers.isEmpty() ? Math.max(0, emptySince + idleNanos - System.nanoTime()) : Candidates.FOREVER;
    }

    void fail(String message) {
        readers.forEach(reader -> reader.fail(message));
        readers.clear();
    }

    void end() {
        readers.forEach(Reader::end);
        readers.clear();
    }
}
