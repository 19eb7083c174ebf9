package dev.gridlock.store.subscription;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.events.UpdateLabels;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.storage.Database;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/** All subscriptions of the node; equal queries share one. Thread-safe. */
public final class Subscriptions {
    private final StoreConfig.Subscriptions config;
    private final Database database;
    private final EventLog events;
    private final UpdateLabels labels;
    private final Workers workers;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Subscription> byQuery = new LinkedHashMap<>();
    private boolean closed;

    /** No subscriptions yet. */
    public Subscriptions(
            StoreConfig.Subscriptions config,
            Database database,
            EventLog events,
            UpdateLabels labels,
            Workers workers) {
        this.config = config;
        this.database = database;
        this.events = events;
        this.labels = labels;
        this.workers = workers;
    }

    /** The subscription of the query, if there is one. */
    public Optional<Subscription> find(SubscriptionQuery query) {
        lock.lock();
        try {
            return Optional.ofNullable(byQuery.get(query.identity()));
        } finally {
            lock.unlock();
        }
    }

    /** The subscription with the id, if there is one. */
    public Optional<Subscription> find(UUID id) {
        lock.lock();
        try {
            return byQuery.values().stream().filter(s -> s.id().equals(id)).findFirst();
        } finally {
            lock.unlock();
        }
    }

    /** The subscription of the query; begins one when there is none. */
    public Subscription findOrBegin(SubscriptionQuery query) {
        lock.lock();
        try {
            Subscription known = byQuery.get(query.identity());
            if (known != null) {
                return known;
            }
            Subscription subscription = new Subscription(UUID.randomUUID(), query, config, database, events);
            if (closed) {
                subscription.close();
                return subscription;
            }
            byQuery.put(query.identity(), subscription);
            workers.start("subscription-" + subscription.id(), () -> run(subscription));
            return subscription;
        } finally {
            lock.unlock();
        }
    }

    private void run(Subscription subscription) throws InterruptedException {
        try {
            subscription.run();
        } finally {
            lock.lock();
            try {
                byQuery.remove(subscription.query().identity(), subscription);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Tells every subscription which rows have changed. Quick: it looks at nothing itself. */
    public void changed(List<ChangeSet> sets) {
        Collection<Subscription> all;
        lock.lock();
        try {
            if (byQuery.isEmpty()) {
                return;
            }
            all = List.copyOf(byQuery.values());
        } finally {
            lock.unlock();
        }
        Map<RowKey, String> rows = new LinkedHashMap<>();
        sets.forEach(set -> rows.putAll(labels.byRow(set)));
        all.forEach(subscription -> subscription.note(rows));
    }

    /** Ends all subscriptions; their streams end. */
    public void close() {
        Collection<Subscription> all;
        lock.lock();
        try {
            closed = true;
            all = List.copyOf(byQuery.values());
        } finally {
            lock.unlock();
        }
        all.forEach(Subscription::close);
    }
}
