package dev.gridlock.store.subscription;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.value.SqlValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/** The feeds of a node, at most one for each table. Thread-safe. */
public final class UpdateFeeds {
    private final StoreConfig.Subscriptions config;
    private final EventLog events;
    private final Workers workers;
    private final ReentrantLock lock = new ReentrantLock();
    private final SortedMap<String, UpdateFeed> byTable = new TreeMap<>();
    private boolean closed;

    /** No feeds yet. */
    public UpdateFeeds(StoreConfig.Subscriptions config, EventLog events, Workers workers) {
        this.config = config;
        this.events = events;
        this.workers = workers;
    }

    /** The feed of a replicated table; begins one when there is none. */
    public UpdateFeed findOrBegin(String table) {
        lock.lock();
        try {
            UpdateFeed known = byTable.get(table);
            if (known != null) {
                return known;
            }
            UpdateFeed feed = new UpdateFeed(UUID.randomUUID(), table, config, events);
            if (closed) {
                feed.close();
                return feed;
            }
            byTable.put(table, feed);
            workers.start("updates-" + table, () -> run(feed));
            return feed;
        } finally {
            lock.unlock();
        }
    }

    private void run(UpdateFeed feed) throws InterruptedException {
        try {
            feed.run();
        } finally {
            lock.lock();
            try {
                byTable.remove(feed.table(), feed);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Tells every feed which rows have changed. Quick: it looks at nothing itself. */
    public void changed(List<ChangeSet> sets) {
        List<UpdateFeed> all = feeds();
        if (all.isEmpty()) {
            return;
        }
        Map<String, Map<List<SqlValue>, Long>> lives = new LinkedHashMap<>();
        for (ChangeSet set : sets) {
            for (Change change : set.changes()) {
                lives.computeIfAbsent(change.row().table(), table -> new LinkedHashMap<>())
                        .merge(change.row().key(), change.causalLength(), Math::max);
            }
        }
        all.forEach(feed -> feed.note(lives.getOrDefault(feed.table(), Map.of())));
    }

    private List<UpdateFeed> feeds() {
        lock.lock();
        try {
            return List.copyOf(byTable.values());
        } finally {
            lock.unlock();
        }
    }

    /** Ends all feeds; their streams end. */
    public void close() {
        List<UpdateFeed> all;
        lock.lock();
        try {
            closed = true;
            all = List.copyOf(byTable.values());
        } finally {
            lock.unlock();
        }
        all.forEach(UpdateFeed::close);
    }
}
