package dev.gridlock.simulator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Events in the order of their instants, ties by a number drawn when they were added.
 *
 * <p>A binary heap whose events know their place, so that a cancelled timer leaves at once instead of waiting for its instant. Not
 * thread-safe.
 */
final class EventQueue {
    private Event[] heap = new Event[256];
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns the instant of the next event in nanoseconds, or {@link Long#MAX_VALUE} if there is none. */
    long nextAt() {
        return size == 0 ? Long.MAX_VALUE : heap[0].at;
    }

    void add(Event event) {
        assert event.index < 0 : "an event cannot be queued twice";
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        up(size++, event);
    }

    @Nullable
    Event poll() {
        if (size == 0) {
            return null;
        }
        Event first = heap[0];
        removeAt(0);
        return first;
    }

    /** Takes an event out again, if it is still queued. */
    void remove(Event event) {
        if (event.index >= 0) {
            removeAt(event.index);
        }
    }

    void clear() {
        for (int i = 0; i < size; i++) {
            heap[i].index = -1;
        }
        Arrays.fill(heap, 0, size, null);
        size = 0;
    }

    @SuppressWarnings("NullAway") // the slots above size are empty
    private void removeAt(int i) {
        heap[i].index = -1;
        Event last = heap[--size];
        heap[size] = null;
        if (i < size) {
            down(i, last);
            if (heap[i] == last) {
                up(i, last);
            }
        }
    }

    private void up(int i, Event event) {
        while (i > 0) {
            int parent = (i - 1) >>> 1;
            Event above = heap[parent];
            if (!event.isBefore(above)) {
                break;
            }
            heap[i] = above;
            above.index = i;
            i = parent;
        }
        heap[i] = event;
        event.index = i;
    }

    private void down(int i, Event event) {
        int half = size >>> 1;
        while (i < half) {
            int child = 2 * i + 1;
            if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            Event below = heap[child];
            if (!below.isBefore(event)) {
                break;
            }
            heap[i] = below;
            below.index = i;
            i = child;
        }
        heap[i] = event;
        event.index = i;
    }
}
