package dev.gridlock.store.subscription;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.StorageException;
import dev.gridlock.store.subscription.SubscriptionEvent.Change;
import dev.gridlock.store.value.SqlValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One query kept up to date for any number of readers. Thread-safe.
 *
 * <p>Commits and applies only note which rows changed. The subscription's own thread collects them for a moment, looks at each
 * row once in a read transaction, and tells the readers what that made of the result. Rows noted before the first query ran are
 * looked at after it, so nothing falls between the two.
 */
public final class Subscription {
    private final UUID id;
    private final SubscriptionQuery query;
    private final StoreConfig.Subscriptions config;
    private final Database database;
    private final EventLog events;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition noted = lock.newCondition();
    private final Condition begun = lock.newCondition();
    private final Set<Reader> readers = new LinkedHashSet<>();
    private final Deque<Change> history = new ArrayDeque<>();
    private Map<List<SqlValue>, String> candidates = new LinkedHashMap<>();
    private @Nullable ResultRows result;
    private @Nullable SubscriptionException failure;
    private double querySeconds;
    private boolean closed;

    Subscription(
            UUID id, SubscriptionQuery query, StoreConfig.Subscriptions config, Database database, EventLog events) {
        this.id = id;
        this.query = query;
        this.config = config;
        this.database = database;
        this.events = events;
    }

    /** Identifies the subscription; a client comes back with it. */
    public UUID id() {
        return id;
    }

    /** The query. */
    public SubscriptionQuery query() {
        return query;
    }

    /** Notes rows that have changed, each with the id of the update behind it. */
    void note(Map<RowKey, String> rows) {
        lock.lock();
        try {
            boolean first = candidates.isEmpty();
            rows.forEach((row, update) -> {
                if (row.table().equals(query.table().name())) {
                    candidates.put(row.key(), update);
                }
            });
            if (!candidates.isEmpty() && (first || candidates.size() >= config.batchKeys())) {
                noted.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a reader; waits for the first query.
     *
     * @param from number of the last change that the reader has seen; empty for a snapshot
     * @param skipRows whether to leave the snapshot out
     * @return the reader, or nothing when the subscription has ended
     * @throws SubscriptionException when the first query failed
     */
    public Optional<Reader> attach(OptionalLong from, boolean skipRows)
            throws SubscriptionException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (result == null && failure == null && !closed) {
                begun.await();
            }
            if (failure != null) {
                throw failure;
            }
            if (result == null || closed) {
                return Optional.empty();
            }
            Reader reader = new Reader(firstEvents(result, from, skipRows), config.buffer());
            if (isOutOfReach(result, from)) {
                reader.end();
            } else {
                readers.add(reader);
            }
            return Optional.of(reader);
        } finally {
            lock.unlock();
        }
    }

    private List<SubscriptionEvent> firstEvents(ResultRows rows, OptionalLong from, boolean skipRows) {
        List<SubscriptionEvent> first = new ArrayList<>();
        if (isOutOfReach(rows, from)) {
            long oldest = rows.lastChangeId() - history.size();
            first.add(new SubscriptionEvent.Failure("found from=" + from.getAsLong() + ", expected " + oldest + " to "
                    + rows.lastChangeId() + ": start over without from"));
        } else if (from.isPresent()) {
            history.stream().filter(c -> c.changeId() > from.getAsLong()).forEach(first::add);
        } else if (!skipRows) {
            first.add(new SubscriptionEvent.Columns(rows.columns()));
            first.addAll(rows.rows());
            first.add(new SubscriptionEvent.EndOfQuery(querySeconds, rows.lastChangeId()));
        }
        return first;
    }

    private boolean isOutOfReach(ResultRows rows, OptionalLong from) {
        return from.isPresent()
                && (from.getAsLong() > rows.lastChangeId() || from.getAsLong() < rows.lastChangeId() - history.size());
    }

    /** Removes a reader. */
    public void detach(Reader reader) {
        lock.lock();
        try {
            readers.remove(reader);
            reader.end();
            if (readers.isEmpty()) {
                // the time without readers counts from here
                noted.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Keeps the result up to date until nobody has read for long, the subscription is closed or the query fails. */
    void run() throws InterruptedException {
        try {
            if (!begin()) {
                return;
            }
            while (true) {
                Optional<Map<List<SqlValue>, String>> rows = take();
                if (rows.isEmpty()) {
                    return;
                }
                look(rows.get());
            }
        } catch (StorageException e) {
            // an expression of the query that fails for some row, or a database that is closed or broken
            fail(String.valueOf(e.getMessage()));
        } finally {
            close();
        }
    }

    private boolean begin() {
        long start = System.nanoTime();
        ResultRows rows = null;
        SubscriptionException problem = null;
        try {
            rows = ResultRows.query(database, query, config.queryTimeout());
        } catch (StorageException e) {
            problem = new SubscriptionException(String.valueOf(e.getMessage()), !e.isFatal() && !e.isTimeout());
        }
        lock.lock();
        try {
            result = rows;
            failure = problem;
            querySeconds = (System.nanoTime() - start) / 1e9;
            begun.signalAll();
            return rows != null;
        } finally {
            lock.unlock();
        }
    }

    /** The rows to look at next; nothing when the subscription is over. */
    private Optional<Map<List<SqlValue>, String>> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long idleLeft = config.idleTimeout().toNanos();
            while (candidates.isEmpty() && !closed) {
                if (!readers.isEmpty()) {
                    noted.await();
                    idleLeft = config.idleTimeout().toNanos();
                } else if (idleLeft > 0) {
                    idleLeft = noted.awaitNanos(idleLeft);
                } else {
                    return Optional.empty();
                }
            }
            long windowLeft = config.interval().toNanos();
            while (windowLeft > 0 && candidates.size() < config.batchKeys() && !closed) {
                windowLeft = noted.awaitNanos(windowLeft);
            }
            if (closed) {
                return Optional.empty();
            }
            Map<List<SqlValue>, String> taken = candidates;
            candidates = new LinkedHashMap<>();
            return Optional.of(taken);
        } finally {
            lock.unlock();
        }
    }

    private void look(Map<List<SqlValue>, String> rows) {
        ResultRows current = result;
        if (current == null) {
            throw new AssertionError("subscription " + id + " looks at rows before its first query");
        }
        // only this thread changes the result, so it may read it without the lock
        Map<List<SqlValue>, Optional<List<SqlValue>>> seen = current.look(database, rows.keySet());
        lock.lock();
        try {
            List<Change> changes = current.update(seen, rows);
            if (changes.isEmpty()) {
                return;
            }
            history.addAll(changes);
            while (history.size() > config.history()) {
                history.removeFirst();
            }
            for (Reader reader : List.copyOf(readers)) {
                if (!reader.offer(changes)) {
                    readers.remove(reader);
                    reportCut("lags by more than " + config.buffer() + " changes");
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void reportCut(String reason) {
        events.emit("subscription.cut", json -> {
            json.writeStringField("query", id.toString());
            json.writeStringField("reason", reason);
        });
    }

    private void fail(String message) {
        lock.lock();
        try {
            readers.forEach(reader -> reader.fail(message));
            readers.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the subscription and the streams of its readers. */
    void close() {
        lock.lock();
        try {
            closed = true;
            readers.forEach(Reader::end);
            readers.clear();
            noted.signalAll();
            begun.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
