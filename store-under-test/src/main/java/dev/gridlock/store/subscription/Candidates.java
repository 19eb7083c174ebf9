package dev.gridlock.store.subscription;

import dev.gridlock.store.value.SqlValue;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BinaryOperator;

/**
 * Rows that have changed and wait to be looked at, each with something to remember of its change. Thread-safe.
 *
 * <p>Commits add to it under the writer lock, so its own lock is never held for longer than a few map operations.
 *
 * @param <V> what is remembered
 */
final class Candidates<V> {
    /** A wait without limit. */
    static final long FOREVER = Long.MAX_VALUE;

    private final long windowNanos;
    private final int batchKeys;
    private final BinaryOperator<V> merge;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition noted = lock.newCondition();
    private Map<List<SqlValue>, V> waiting = new LinkedHashMap<>();
    private boolean woken;
    private boolean closed;

    /**
     * @param window how long rows are collected after the first
     * @param batchKeys rows that end the collecting early
     * @param merge what to remember of a row that changed twice, earlier one first
     */
    Candidates(Duration window, int batchKeys, BinaryOperator<V> merge) {
        this.windowNanos = window.toNanos();
        this.batchKeys = batchKeys;
        this.merge = merge;
    }

    void add(Map<List<SqlValue>, V> rows) {
        if (rows.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            boolean first = waiting.isEmpty();
            rows.forEach((key, value) -> waiting.merge(key, value, merge));
            if (first || waiting.size() >= batchKeys) {
                noted.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for rows, then collects for a moment.
     *
     * @param patienceNanos longest wait for the first row
     * @return the rows, none when the wait was in vain; nothing once closed
     */
    Optional<Map<List<SqlValue>, V>> take(long patienceNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = patienceNanos;
            while (waiting.isEmpty() && left > 0 && !woken && !closed) {
                if (patienceNanos == FOREVER) {
                    noted.await();
                } else {
                    left = noted.awaitNanos(left);
                }
            }
            woken = false;
            long windowLeft = waiting.isEmpty() ? 0 : windowNanos;
            while (windowLeft > 0 && waiting.size() < batchKeys && !closed) {
                windowLeft = noted.awaitNanos(windowLeft);
            }
            if (closed) {
                return Optional.empty();
            }
            Map<List<SqlValue>, V> taken = waiting;
            waiting = new LinkedHashMap<>();
            return Optional.of(taken);
        } finally {
            lock.unlock();
        }
    }

    /** Ends a wait for rows early. */
    void wake() {
        lock.lock();
        try {
            woken = true;
            noted.signal();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            noted.signal();
        } finally {
            lock.unlock();
        }
    }
}
