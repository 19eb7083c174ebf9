package dev.gridlock.proxy.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The last events that were added, in a ring of fixed size. Lock-free: a reader that overtakes a writer misses the event
 * which is just being put in, and never waits for it.
 */
final class RecentEvents {

    private record Numbered(long number, Map<String, Object> event) {}

    private final AtomicReferenceArray<Numbered> ring;
    private final AtomicLong added = new AtomicLong();

    RecentEvents(int capacity) {
        ring = new AtomicReferenceArray<>(capacity);
    }

    void add(Map<String, Object> event) {
        long number = added.getAndIncrement();
        ring.set((int) (number % ring.length()), new Numbered(number, event));
    }

    List<Map<String, Object>> events() {
        long end = added.get();
        var events = new ArrayList<Map<String, Object>>();
        for (long number = Math.max(0, end - ring.length()); number < end; number++) {
            Numbered found = ring.get((int) (number % ring.length()));
            if (found != null && found.number() == number) {
                events.add(found.event());
            }
        }
        return events;
    }
}
