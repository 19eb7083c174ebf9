package dev.gridlock.proxy.lock;

import dev.gridlock.proxy.lock.ParkingTable.UnparkToken;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One bucket of a {@link ParkingTable}: a FIFO queue of waiters with any keys that hash here. */
final class ParkingBucket {

    /** Guards the queue and the timer. It parks its own waiters, so it suits virtual threads. */
    final ReentrantLock lock = new ReentrantLock();

    final FairnessTimer fairness;

    @Nullable
    Waiter head;

    private @Nullable Waiter tail;

    ParkingBucket(FairnessTimer fairness) {
        this.fairness = fairness;
    }

    /** A thread in the queue, or on its way out of it. */
    static final class Waiter {
        final long key;
        final long parkToken;
        final Thread thread = Thread.currentThread();
        /** Successor in the queue, then in the list of those to wake; always a waiter that was queued later. */
        @Nullable
        Waiter next;
        /** Guarded by the bucket lock. */
        boolean queued = true;
        /** Set once, under the bucket lock, when the thread has been taken from the queue to be woken. */
        volatile @Nullable UnparkToken unparked;

        Waiter(long key, long parkToken) {
            this.key = key;
            this.parkToken = parkToken;
        }
    }

    void append(Waiter waiter) {
        if (tail == null) {
            head = waiter;
        } else {
            tail.next = waiter;
        }
        tail = waiter;
    }

    /** Takes {@code waiter}, which follows {@code previous} or is the head, from the queue. */
    void remove(@Nullable Waiter previous, Waiter waiter) {
        if (previous == null) {
            head = waiter.next;
        } else {
            previous.next = waiter.next;
        }
        if (tail == waiter) {
            tail = previous;
        }
        waiter.next = null;
        waiter.queued = false;
    }

    /** Takes {@code waiter} from the queue. */
    void remove(Waiter waiter) {
        Waiter previous = null;
        for (Waiter w = head; w != null && w != waiter; w = w.next) {
            previous = w;
        }
        remove(previous, waiter);
    }

    /** Whether a waiter with that key is in the queue. */
    boolean contains(long key) {
        return contains(head, key);
    }

    /** Whether a waiter with that key is {@code from} or queued behind it. */
    static boolean contains(@Nullable Waiter from, long key) {
        Waiter w = from;
        while (w != null && w.key != key) {
            w = w.next;
        }
        return w != null;
    }

    /** The number of waiters with that key. */
    int count(long key) {
        int count = 0;
        for (Waiter w = head; w != null; w = w.next) {
            if (w.key == key) {
                count++;
            }
        }
        return count;
    }
}
