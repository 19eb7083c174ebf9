package dev.gridlock.store.subscription;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.StorageException;
import dev.gridlock.store.subscription.ResultRows.KeyedChange;
import dev.gridlock.store.subscription.SubscriptionEvent.Change;
import dev.gridlock.store.value.SqlValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One query kept up to date for any number of readers. Thread-safe.
 *
 * <p>Commits and applies only note which rows changed. The subscription's own thread collects them for a moment, looks at each
 * row once in a read transaction, writes what that made of the result to the subscription's file, and tells the readers. Rows
 * noted before the first query ran are looked at after it, so nothing falls between the two. No reader hears of a change that
 * the file does not have, so a number means the same change after a restart.
 */
public final class Subscription {
    private final UUID id;
    private final SubscriptionQuery query;
    private final StoreConfig.Subscriptions config;
    private final Database database;
    private final SubscriptionLife life;
    private final Candidates<String> candidates;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition begun = lock.newCondition();
    private final Audience audience = new Audience();
    private @Nullable ResultRows result;
    private @Nullable SubscriptionFile file;
    private @Nullable SubscriptionException failure;
    private double querySeconds;
    private long kept;
    private long purged;
    /** Readers come no more. Written under the lock; read without it by those who must not wait for a reader's first events. */
    private volatile boolean ended;
    /** Ended because the node stops, so that the file stays. */
    private boolean stopped;

    /**
     * @param life what happens at its beginning and its end
     */
    Subscription(
            UUID id,
            SubscriptionQuery query,
            StoreConfig.Subscriptions config,
            Database database,
            SubscriptionLife life) {
        this.id = id;
        this.query = query;
        this.config = config;
        this.database = database;
        this.life = life;
        this.candidates = new Candidates<>(config.interval(), config.batchKeys(), (earlier, later) -> later);
    }

    /** Identifies the subscription; a client comes back with it. */
    public UUID id() {
        return id;
    }

    /** The query. */
    public SubscriptionQuery query() {
        return query;
    }

    /** Notes rows that have changed, each with the id of the update behind it. Never waits for more than another note. */
    void note(Map<RowKey, String> rows) {
        Map<List<SqlValue>, String> mine = new LinkedHashMap<>();
        rows.forEach((row, update) -> {
            if (row.table().equals(query.table().name())) {
                mine.put(row.key(), update);
            }
        });
        candidates.add(mine);
    }

    /**
     * Adds a reader; waits for the first query.
     *
     * @param from number of the last change that the reader has seen; empty for a snapshot
     * @param skipRows whether to leave the snapshot out
     * @return the reader, or nothing when the subscription has ended
     * @throws SubscriptionException when the first query failed
     * @throws StorageException when the changes that were kept cannot be read
     */
    public Optional<Reader> attach(OptionalLong from, boolean skipRows)
            throws SubscriptionException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while ((result == null || file == null) && failure == null && !ended) {
                begun.await();
            }
            if (failure != null) {
                throw failure;
            }
            if (result == null || file == null || ended) {
                return Optional.empty();
            }
            Reader reader = new Reader(firstEvents(result, file, from, skipRows), config.buffer());
            if (isOutOfReach(result, from)) {
                reader.end();
            } else {
                audience.add(reader);
            }
            return Optional.of(reader);
        } finally {
            lock.unlock();
        }
    }

    private List<SubscriptionEvent> firstEvents(
            ResultRows rows, SubscriptionFile changes, OptionalLong from, boolean skipRows) {
        List<SubscriptionEvent> first = new ArrayList<>();
        long last = rows.lastChangeId();
        if (isOutOfReach(rows, from)) {
            first.add(new SubscriptionEvent.Failure("found from=" + from.getAsLong() + ", expected " + (last - kept)
                    + " to " + last + ": start over without from"));
        } else if (from.isPresent()) {
            first.addAll(changes.changes(from.getAsLong(), last, rows.columns().size()));
        } else if (!skipRows) {
            first.add(new SubscriptionEvent.Columns(rows.columns()));
            first.addAll(rows.rows());
            first.add(new SubscriptionEvent.EndOfQuery(querySeconds, last));
        }
        return first;
    }

    private boolean isOutOfReach(ResultRows rows, OptionalLong from) {
        return from.isPresent()
                && (from.getAsLong() > rows.lastChangeId() || from.getAsLong() < rows.lastChangeId() - kept);
    }

    /** Removes a reader. */
    public void detach(Reader reader) {
        lock.lock();
        try {
            audience.remove(reader);
            reader.end();
        } finally {
            lock.unlock();
        }
        // the time without readers counts from here
        candidates.wake();
    }

    /** Keeps the result up to date until nobody has read for long, the subscription is closed or the query fails. */
    void run() throws InterruptedException {
        boolean forget = false;
        try {
            SubscriptionLife.Begun beginning = begin();
            if (beginning != null) {
                keepUpToDate(beginning.rows(), beginning.file());
            }
            forget = !isStopped();
        } catch (StorageException e) {
            // an expression of the query that fails for some row, a broken file, or a database that is closed or broken
            if (!isStopped()) {
                forget = !e.isFatal();
                life.ended(id, String.valueOf(e.getMessage()));
            }
            fail(String.valueOf(e.getMessage()));
        } finally {
            end();
            life.end(id, file(), forget);
        }
    }

    private SubscriptionLife.@Nullable Begun begin() {
        long start = System.nanoTime();
        SubscriptionLife.Begun beginning = null;
        SubscriptionException problem = null;
        try {
            beginning = life.begin(id, query);
        } catch (SubscriptionException e) {
            problem = e;
            life.failed(id, String.valueOf(e.getMessage()));
        }
        lock.lock();
        try {
            if (beginning != null) {
                result = beginning.rows();
                file = beginning.file();
                kept = beginning.kept();
            }
            failure = problem;
            querySeconds = (System.nanoTime() - start) / 1e9;
            purged = System.nanoTime();
            begun.signalAll();
            return beginning;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable SubscriptionFile file() {
        lock.lock();
        try {
            return file;
        } finally {
            lock.unlock();
        }
    }

    private void keepUpToDate(ResultRows rows, SubscriptionFile state) throws InterruptedException {
        while (true) {
            Optional<Map<List<SqlValue>, String>> noted = candidates.take(patience());
            if (noted.isEmpty() || isOver()) {
                return;
            }
            if (!noted.get().isEmpty()) {
                look(rows, state, noted.get());
            }
            if (untilPurge() == 0) {
                purge(rows, state);
            }
        }
    }

    private long patience() {
        lock.lock();
        try {
            return Math.min(audience.patience(config.idleTimeout().toNanos()), untilPurge());
        } finally {
            lock.unlock();
        }
    }

    /** Nanoseconds until the next purge, if there is anything to purge. */
    private long untilPurge() {
        return kept > config.history()
                ? Math.max(0, purged + config.purgeInterval().toNanos() - System.nanoTime())
                : Candidates.FOREVER;
    }

    /** Decides and closes in one step, so that no reader comes in between. */
    private boolean isOver() {
        lock.lock();
        try {
            if (audience.patience(config.idleTimeout().toNanos()) == 0) {
                ended = true;
            }
            return ended;
        } finally {
            lock.unlock();
        }
    }

    private void look(ResultRows rows, SubscriptionFile state, Map<List<SqlValue>, String> noted) {
        long start = System.nanoTime();
        // only this thread changes the result, so it may read it without the lock
        List<KeyedChange> changes = rows.changes(rows.look(database, noted.keySet()), noted);
        if (!changes.isEmpty()) {
            state.append(changes);
            tell(rows, changes);
        }
        life.looked(noted.size(), Duration.ofNanos(System.nanoTime() - start));
    }

    private void tell(ResultRows rows, List<KeyedChange> keyed) {
        List<Change> changes = keyed.stream().map(KeyedChange::change).toList();
        int cut;
        lock.lock();
        try {
            rows.accept(keyed);
            kept += changes.size();
            cut = audience.offer(changes);
        } finally {
            lock.unlock();
        }
        for (int i = 0; i < cut; i++) {
            life.cut(id, "lags by more than " + config.buffer() + " changes");
        }
    }

    private void purge(ResultRows rows, SubscriptionFile state) {
        long last;
        lock.lock();
        try {
            // first here, so that no reader asks for what is about to go
            kept = config.history();
            purged = System.nanoTime();
            last = rows.lastChangeId() - kept;
        } finally {
            lock.unlock();
        }
        state.purge(last);
    }

    private void fail(String message) {
        lock.lock();
        try {
            ended = true;
            audience.fail(message);
        } finally {
            lock.unlock();
        }
    }

    /** Whether it takes no more readers. Does not wait. */
    boolean hasEnded() {
        return ended;
    }

    private boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the streams because the node stops; what has been written stays for its next life. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
        } finally {
            lock.unlock();
        }
        end();
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
            audience.end();
            begun.signalAll();
        } finally {
            lock.unlock();
        }
        candidates.close();
    }
}
