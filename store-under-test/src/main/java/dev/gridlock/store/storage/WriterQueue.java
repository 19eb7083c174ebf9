package dev.gridlock.store.storage;

import dev.gridlock.store.config.StoreConfig;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is to write. Thread-safe, and reentrant for the thread whose turn it is.
 *
 * <p>The turn is handed from thread to thread, so nobody can slip in between: strictly by priority, and first come, first served
 * within one priority; or, when the configuration says so, first come, first served altogether. Strict priority can starve the lower
 * queues; that is Corrosion's way.
 */
final class WriterQueue {
    private final boolean strict;
    private final long timeoutNanos;
    private final WriteWaits waits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<WritePriority, Deque<Waiter>> queues = new EnumMap<>(WritePriority.class);
    private @Nullable Thread owner;
    private int depth;

    private static final class Waiter {
        private final Thread thread;
        private final Condition turn;
        private boolean granted;

        Waiter(Thread thread, Condition turn) {
            this.thread = thread;
            this.turn = turn;
        }
    }

    WriterQueue(StoreConfig.Writers config, WriteWaits waits) {
        this.strict = config.order() == StoreConfig.WriteOrder.STRICT;
        this.timeoutNanos =
                config.timeout().isZero() ? Long.MAX_VALUE : config.timeout().toNanos();
        this.waits = waits;
    }

    /**
     * Waits for the turn. An interrupt does not end the waiting; it is left for the caller to see.
     *
     * @return false when the longest wait is over
     */
    boolean acquire(WritePriority priority) {
        long start = System.nanoTime();
        boolean acquired = await(priority, start);
        waits.waited(priority.queue(), System.nanoTime() - start);
        return acquired;
    }

    private boolean await(WritePriority priority, long start) {
        boolean interrupted = false;
        lock.lock();
        try {
            Thread self = Thread.currentThread();
            if (owner == null || owner == self) {
                owner = self;
                depth++;
                return true;
            }
            Deque<Waiter> queue =
                    queues.computeIfAbsent(strict ? priority : WritePriority.CLIENT, p -> new ArrayDeque<>());
            Waiter waiter = new Waiter(self, lock.newCondition());
            queue.addLast(waiter);
            while (!waiter.granted) {
                long left = timeoutNanos - (System.nanoTime() - start);
                if (left <= 0) {
                    queue.remove(waiter);
                    return false;
                }
                try {
                    if (timeoutNanos == Long.MAX_VALUE) {
                        waiter.turn.await();
                    } else {
                        // the grant decides, not what is left: it may come at the last moment
                        waiter.turn.awaitNanos(left);
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Hands the turn to the next. Only the thread whose turn it is may call this. */
    void release() {
        lock.lock();
        try {
            if (owner != Thread.currentThread()) {
                throw new IllegalStateException(
                        "found the writer released by " + Thread.currentThread() + ", expected its owner " + owner);
            }
            depth--;
            if (depth > 0) {
                return;
            }
            owner = null;
            for (Deque<Waiter> queue : queues.values()) {
                Waiter next = queue.pollFirst();
                if (next != null) {
                    owner = next.thread;
                    depth = 1;
                    next.granted = true;
                    next.turn.signal();
                    return;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many threads wait. */
    int waiting() {
        lock.lock();
        try {
            return queues.values().stream().mapToInt(Deque::size).sum();
        } finally {
            lock.unlock();
        }
    }
}
