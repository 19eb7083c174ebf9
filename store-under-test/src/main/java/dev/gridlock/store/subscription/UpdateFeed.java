package dev.gridlock.store.subscription;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.subscription.SubscriptionEvent.Notification;
import dev.gridlock.store.value.SqlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells which rows of one table have changed, without their contents, numbers or a way to come back. Thread-safe.
 *
 * <p>Changes do not arrive in the order of a row's lives: the deletion of a row may come before the update that preceded it. The
 * feed remembers the causal lengths that it told last, and keeps quiet about older ones.
 */
public final class UpdateFeed {
    /** Rows whose causal length is remembered, and how many are left when that is too many. */
    private static final int MOST_LIVES = 2000;

    private static final int LIVES_KEPT = 1000;

    private final UUID id;
    private final String table;
    private final StoreConfig.Subscriptions config;
    private final EventLog events;
    private final Candidates<Long> candidates;
    private final SequencedMap<List<SqlValue>, Long> lives = new LinkedHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Audience audience = new Audience();
    private boolean closed;

    UpdateFeed(UUID id, String table, StoreConfig.Subscriptions config, EventLog events) {
        this.id = id;
        this.table = table;
        this.config = config;
        this.events = events;
        this.candidates = new Candidates<>(config.interval(), config.batchKeys(), Math::max);
    }

    /** Names the feed in the response. */
    public UUID id() {
        return id;
    }

    String table() {
        return table;
    }

    /** Notes rows that have changed, each with its causal length: odd is alive, even is deleted. */
    void note(Map<List<SqlValue>, Long> rows) {
        candidates.add(rows);
    }

    /** Adds a reader, which hears of what changes from now on; nothing when the feed has ended. */
    public Optional<Reader> attach() {
        lock.lock();
        try {
            if (closed) {
                return Optional.empty();
            }
            Reader reader = new Reader(List.of(), config.buffer());
            audience.add(reader);
            return Optional.of(reader);
        } finally {
            lock.unlock();
        }
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
        candidates.wake();
    }

    /** Tells the readers until there have been none for a while, or until closed. */
    void run() throws InterruptedException {
        try {
            while (true) {
                Optional<Map<List<SqlValue>, Long>> rows = candidates.take(patience());
                if (rows.isEmpty() || isOver()) {
                    return;
                }
                tell(notifications(rows.get()));
            }
        } finally {
            close();
        }
    }

    private long patience() {
        lock.lock();
        try {
            return audience.patience(config.updatesIdleTimeout().toNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Decides and closes in one step, so that no reader comes in between. */
    private boolean isOver() {
        lock.lock();
        try {
            closed |= audience.patience(config.updatesIdleTimeout().toNanos()) == 0;
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private List<Notification> notifications(Map<List<SqlValue>, Long> rows) {
        List<Notification> fresh = new ArrayList<>();
        rows.forEach((key, life) -> {
            Long told = lives.remove(key);
            lives.putLast(key, told == null ? life : Math.max(told, life));
            if (told == null || life >= told) {
                fresh.add(new Notification(life % 2 == 1, key));
            }
        });
        if (lives.size() > MOST_LIVES) {
            while (lives.size() > LIVES_KEPT) {
                lives.pollFirstEntry();
            }
        }
        return fresh;
    }

    private void tell(List<Notification> notifications) {
        if (notifications.isEmpty()) {
            return;
        }
        int cut;
        lock.lock();
        try {
            cut = audience.offer(notifications);
        } finally {
            lock.unlock();
        }
        for (int i = 0; i < cut; i++) {
            events.emit("subscription.cut", json -> {
                json.writeStringField("query", id.toString());
                json.writeStringField("reason", "lags by more than " + config.buffer() + " changes");
            });
        }
    }

    /** Ends the feed and the streams of its readers. */
    void close() {
        lock.lock();
        try {
            closed = true;
            audience.end();
        } finally {
            lock.unlock();
        }
        candidates.close();
    }
}
