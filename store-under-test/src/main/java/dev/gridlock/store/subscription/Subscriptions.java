package dev.gridlock.store.subscription;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.events.UpdateLabels;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.sql.SqlSyntaxException;
import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All subscriptions of the node; equal queries share one. They outlive the process. Thread-safe. */
public final class Subscriptions {
    private final StoreConfig.Subscriptions config;
    private final StoreConfig.Synchronous synchronous;
    private final Database database;
    private final EventLog events;
    private final UpdateLabels labels;
    private final StoreMetrics metrics;
    private final Workers workers;
    private final Consumer<String> notices;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Running> byQuery = new LinkedHashMap<>();
    private boolean closed;

    private record Running(Subscription subscription, Thread thread) {}

    /** No subscriptions yet. */
    public Subscriptions(
            StoreConfig config,
            Database database,
            EventLog events,
            UpdateLabels labels,
            StoreMetrics metrics,
            Workers workers,
            Consumer<String> notices) {
        this.config = config.subscriptions();
        this.synchronous = config.db().synchronous();
        this.database = database;
        this.events = events;
        this.labels = labels;
        this.metrics = metrics;
        this.workers = workers;
        this.notices = notices;
    }

    /**
     * Takes up the subscriptions that an earlier life of the node has left. To be called before anything can change.
     *
     * <p>What cannot be taken up makes a notice, and is removed when it is under a subscription's name; its clients find it gone.
     *
     * @param tables the replicated tables
     */
    public void restore(Map<String, TableSchema> tables) {
        for (Path folder : folders()) {
            Optional<UUID> id = id(folder);
            if (id.isEmpty()) {
                notices.accept(folder + ": found another name, expected the id of a subscription: left alone");
                continue;
            }
            try {
                restore(id.get(), folder, tables);
            } catch (SubscriptionFile.UnusableException | SqlSyntaxException e) {
                notices.accept(folder + ": the subscription cannot go on: " + e.getMessage());
                remove(folder);
            }
        }
    }

    private List<Path> folders() {
        if (!Files.isDirectory(config.path())) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(config.path())) {
            return all.sorted().toList();
        } catch (IOException e) {
            notices.accept(config.path() + ": subscriptions cannot be taken up: " + e);
            return List.of();
        }
    }

    private static Optional<UUID> id(Path folder) {
        String name = String.valueOf(folder.getFileName());
        try {
            return Optional.of(UUID.fromString(name)).filter(id -> id.toString().equals(name));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void restore(UUID id, Path folder, Map<String, TableSchema> tables)
            throws SubscriptionFile.UnusableException, SqlSyntaxException {
        SubscriptionFile file = SubscriptionFile.open(folder, synchronous, id);
        try {
            begin(id, SubscriptionQuery.of(file.statement(), tables), file);
        } catch (SubscriptionFile.UnusableException | SqlSyntaxException e) {
            file.close();
            throw e;
        }
    }

    private void remove(Path folder) {
        try {
            SubscriptionFile.remove(folder);
        } catch (IOException e) {
            notices.accept(folder + ": cannot be removed: " + e);
        }
    }

    /** The subscription of the query, if there is one. */
    public Optional<Subscription> find(SubscriptionQuery query) {
        lock.lock();
        try {
            return Optional.ofNullable(byQuery.get(query.identity()))
                    .map(Running::subscription)
                    .filter(subscription -> !subscription.hasEnded());
        } finally {
            lock.unlock();
        }
    }

    /** The subscription with the id, if there is one. */
    public Optional<Subscription> find(UUID id) {
        return all().stream().filter(s -> s.id().equals(id)).findFirst();
    }

    /** The subscription of the query; begins one when there is none. */
    public Subscription findOrBegin(SubscriptionQuery query) {
        lock.lock();
        try {
            return find(query).orElseGet(() -> begin(UUID.randomUUID(), query, null));
        } finally {
            lock.unlock();
        }
    }

    private Subscription begin(UUID id, SubscriptionQuery query, @Nullable SubscriptionFile left) {
        SubscriptionLife life =
                new SubscriptionLife(config, synchronous, database, events, metrics, notices, labels.column(), left);
        Subscription subscription = new Subscription(id, query, config, database, life);
        lock.lock();
        try {
            if (closed) {
                subscription.stop();
                return subscription;
            }
            Thread thread = workers.start("subscription-" + id, () -> run(subscription));
            byQuery.put(query.identity(), new Running(subscription, thread));
            return subscription;
        } finally {
            lock.unlock();
        }
    }

    private void run(Subscription subscription) throws InterruptedException {
        try {
            subscription.run();
        } finally {
            String identity = subscription.query().identity();
            lock.lock();
            try {
                Running known = byQuery.get(identity);
                if (known != null && known.subscription() == subscription) {
                    byQuery.remove(identity);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Tells every subscription which rows have changed. Quick: it looks at nothing itself. */
    public void changed(List<ChangeSet> sets) {
        Collection<Subscription> all = all();
        if (all.isEmpty()) {
            return;
        }
        Map<RowKey, String> rows = new LinkedHashMap<>();
        sets.forEach(set -> rows.putAll(labels.byRow(set)));
        all.forEach(subscription -> subscription.note(rows));
    }

    private List<Subscription> all() {
        lock.lock();
        try {
            return byQuery.values().stream().map(Running::subscription).toList();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends all subscriptions for this life of the node: their streams end, their files are closed.
     *
     * @param patience longest wait for the files
     */
    public void close(Duration patience) throws InterruptedException {
        List<Running> all;
        lock.lock();
        try {
            closed = true;
            all = new ArrayList<>(byQuery.values());
        } finally {
            lock.unlock();
        }
        all.forEach(running -> running.subscription().stop());
        long deadline = System.nanoTime() + patience.toNanos();
        for (Running running : all) {
            long left = deadline - System.nanoTime();
            if (left <= 0 || !running.thread().join(Duration.ofNanos(left))) {
                notices.accept("subscription " + running.subscription().id() + ": still at work after " + patience);
            }
        }
    }
}
