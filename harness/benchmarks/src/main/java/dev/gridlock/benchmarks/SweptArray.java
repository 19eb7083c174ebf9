package dev.gridlock.benchmarks;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An array that producers insert values into, wherever there is room, and that consumers sweep: the use that the article on the
 * LockFreeArray (https://yeet.cx/blog/lock-free-rust) measures. Thread-safe, but for {@link LockFree} without tag.
 */
sealed interface SweptArray {

    /** Inserts the value; false if there is no room. */
    boolean insert(Long value);

    /** Takes what is there, from the first place to the last, and hands it over. */
    void sweep(LongConsumer taken);

    /**
     * The article's, in Java: a free list through the places. Its first version, the one that was measured, has no tag beside the
     * head, so that a producer which sleeps in the wrong place gives a taken place away.
     */
    final class LockFree implements SweptArray {
        private static final long INDEX_MASK = 0xffff_ffffL;

        private final boolean tagged;
        private final AtomicReferenceArray<@Nullable Long> places;
        private final AtomicIntegerArray next;
        private final AtomicLong head = new AtomicLong();

        LockFree(int places, boolean tagged) {
            this.tagged = tagged;
            this.places = new AtomicReferenceArray<>(places);
            next = new AtomicIntegerArray(places);
            for (int place = 0; place < places; place++) {
                next.set(place, place + 1);
            }
        }

        @Override
        public boolean insert(Long value) {
            while (true) {
                long seen = head.get();
                int place = (int) (seen & INDEX_MASK);
                if (place == places.length()) {
                    return false;
                }
                if (head.compareAndSet(seen, headAfter(seen, next.get(place)))) {
                    places.set(place, value);
                    return true;
                }
            }
        }

        @Override
        public void sweep(LongConsumer taken) {
            for (int place = 0; place < places.length(); place++) {
                @Nullable Long value = places.getAndSet(place, null);
                if (value != null) {
                    free(place);
                    taken.accept(value);
                }
            }
        }

        private void free(int place) {
            while (true) {
                long seen = head.get();
                next.set(place, (int) (seen & INDEX_MASK));
                if (head.compareAndSet(seen, headAfter(seen, place))) {
                    return;
                }
            }
        }

        private long headAfter(long seen, int place) {
            return tagged ? (((seen >>> 32) + 1) << 32) | place : place;
        }
    }

    /** What the article compares with: a mutex, and a search for room from the first place on. */
    final class MutexScan implements SweptArray {
        private final ReentrantLock lock = new ReentrantLock();
        private final @Nullable Long[] places;

        MutexScan(int places) {
            this.places = new @Nullable Long[places];
        }

        @Override
        public boolean insert(Long value) {
            lock.lock();
            try {
                for (int place = 0; place < places.length; place++) {
                    if (places[place] == null) {
                        places[place] = value;
                        return true;
                    }
                }
                return false;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void sweep(LongConsumer taken) {
            lock.lock();
            try {
                for (int place = 0; place < places.length; place++) {
                    @Nullable Long value = places[place];
                    if (value != null) {
                        places[place] = null;
                        taken.accept(value);
                    }
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** The same algorithm as the lock-free one behind a mutex: a stack of the free places. */
    final class MutexFreeList implements SweptArray {
        private final ReentrantLock lock = new ReentrantLock();
        private final @Nullable Long[] places;
        private final int[] free;
        private int size;

        MutexFreeList(int places) {
            this.places = new @Nullable Long[places];
            free = new int[places];
            while (size < places) {
                free[size] = places - 1 - size;
                size++;
            }
        }

        @Override
        public boolean insert(Long value) {
            lock.lock();
            try {
                if (size == 0) {
                    return false;
                }
                places[free[--size]] = value;
                return true;
            } finally {
                lock.unlock();
            }
        }

        /** Takes the lock for each place by itself, as the lock-free one takes each place by itself. */
        @Override
        public void sweep(LongConsumer taken) {
            for (int place = 0; place < places.length; place++) {
                @Nullable Long value;
                lock.lock();
                try {
                    value = places[place];
                    if (value != null) {
                        places[place] = null;
                        free[size++] = place;
                    }
                } finally {
                    lock.unlock();
                }
                if (value != null) {
                    taken.accept(value);
                }
            }
        }
    }
}
