package dev.gridlock.benchmarks;

import dev.gridlock.proxy.inflight.SlotArray;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A fixed number of places for values that come and go, made in one of four ways. Thread-safe. */
sealed interface ValuePool {

    /** No place is free. */
    long FULL = -1;

    /** Puts the value into a free place; returns what to release it by, or {@link #FULL}. */
    long claim(Object value);

    /** Empties the place. */
    void release(long handle);

    /**
     * A pool by its name.
     *
     * @throws IllegalArgumentException if no pool has that name
     */
    static ValuePool of(String name, int places) {
        return switch (name) {
            case "slot-array" -> new Slots(new SlotArray<>(places));
            case "mutex-scan" -> new Scanned(places);
            case "mutex-free-list" -> new Listed(places);
            case "concurrent-linked-queue" -> new Queued(places);
            default -> throw new IllegalArgumentException("There is no pool \"" + name + "\".");
        };
    }

    /** The proxy's. */
    record Slots(SlotArray<Object> array) implements ValuePool {
        @Override
        public long claim(Object value) {
            return array.claim(value).orElse(FULL);
        }

        @Override
        public void release(long handle) {
            array.release(handle);
        }
    }

    /** A mutex, and a search for a free place from the first on. */
    final class Scanned implements ValuePool {
        private final ReentrantLock lock = new ReentrantLock();
        private final @Nullable Object[] places;

        Scanned(int places) {
            this.places = new @Nullable Object[places];
        }

        @Override
        public long claim(Object value) {
            lock.lock();
            try {
                for (int place = 0; place < places.length; place++) {
                    if (places[place] == null) {
                        places[place] = value;
                        return place;
                    }
                }
                return FULL;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void release(long handle) {
            lock.lock();
            try {
                places[(int) handle] = null;
            } finally {
                lock.unlock();
            }
        }
    }

    /** A mutex, and a stack of the free places. */
    final class Listed implements ValuePool {
        private final ReentrantLock lock = new ReentrantLock();
        private final @Nullable Object[] places;
        private final int[] free;
        private int size;

        Listed(int places) {
            this.places = new @Nullable Object[places];
            free = new int[places];
            while (size < places) {
                free[size] = places - 1 - size;
                size++;
            }
        }

        @Override
        public long claim(Object value) {
            lock.lock();
            try {
                if (size == 0) {
                    return FULL;
                }
                int place = free[--size];
                places[place] = value;
                return place;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void release(long handle) {
            lock.lock();
            try {
                places[(int) handle] = null;
                free[size++] = (int) handle;
            } finally {
                lock.unlock();
            }
        }
    }

    /** The JDK's lock-free queue of the free places. */
    final class Queued implements ValuePool {
        private final AtomicReferenceArray<@Nullable Object> places;
        private final ConcurrentLinkedQueue<Integer> free = new ConcurrentLinkedQueue<>();

        Queued(int places) {
            this.places = new AtomicReferenceArray<>(places);
            for (int place = 0; place < places; place++) {
                free.add(place);
            }
        }

        @Override
        public long claim(Object value) {
            Integer place = free.poll();
            if (place == null) {
                return FULL;
            }
            places.set(place, value);
            return place;
        }

        @Override
        public void release(long handle) {
            places.set((int) handle, null);
            free.add((int) handle);
        }
    }
}
