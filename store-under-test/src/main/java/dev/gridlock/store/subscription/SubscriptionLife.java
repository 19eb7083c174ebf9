package dev.gridlock.store.subscription;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.SqlSession;
import dev.gridlock.store.storage.StorageException;
import dev.gridlock.store.subscription.ResultRows.KeyedChange;
import dev.gridlock.store.subscription.ResultRows.Reading;
import dev.gridlock.store.value.SqlValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How one subscription begins, what is told of it, and what is left of it at the end. Thread-safe.
 *
 * <p>One that was left by an earlier life of the node goes on where it was: the query runs again, and what differs from the result
 * on disk becomes changes, wherever it came from.
 *
 * @param labelColumn the column that holds the id of a row's last update, empty for none
 * @param left the file of the earlier life, null when there was none
 */
record SubscriptionLife(
        StoreConfig.Subscriptions config,
        StoreConfig.Synchronous synchronous,
        Database database,
        EventLog events,
        StoreMetrics metrics,
        Consumer<String> notices,
        String labelColumn,
        @Nullable SubscriptionFile left) {

    /**
     * A subscription ready for readers.
     *
     * @param rows its result
     * @param file the same on disk
     * @param kept changes in the file
     */
    record Begun(ResultRows rows, SubscriptionFile file, long kept) {}

    /** Where the files of a subscription are. */
    static Path folder(StoreConfig.Subscriptions config, UUID id) {
        return config.path().resolve(id.toString());
    }

    /**
     * Runs the query for the first time in this life of the node.
     *
     * @throws SubscriptionException when it fails, or its result cannot be written
     */
    Begun begin(UUID id, SubscriptionQuery query) throws SubscriptionException {
        try {
            Reading reading = ResultRows.read(database, query, config.queryTimeout());
            return left == null ? beginAnew(id, query, reading) : goOn(query, reading, left);
        } catch (StorageException e) {
            throw new SubscriptionException(String.valueOf(e.getMessage()), !e.isFatal() && !e.isTimeout());
        } catch (UncheckedIOException e) {
            throw new SubscriptionException(String.valueOf(e.getMessage()), false);
        }
    }

    private Begun beginAnew(UUID id, SubscriptionQuery query, Reading reading) {
        ResultRows rows = ResultRows.of(query, reading);
        return new Begun(rows, SubscriptionFile.create(folder(config, id), synchronous, id, query, rows), 0);
    }

    private Begun goOn(SubscriptionQuery query, Reading reading, SubscriptionFile file) throws SubscriptionException {
        ResultRows rows = file.load(query);
        if (!rows.columns().equals(reading.columns())) {
            // the schema has a new column, and the query a star
            throw new SubscriptionException(
                    "found columns " + reading.columns() + ", expected " + rows.columns() + " as before", false);
        }
        Map<List<SqlValue>, Optional<List<SqlValue>>> seen = rows.look(reading);
        List<KeyedChange> unlabelled = rows.changes(seen, Map.of());
        List<KeyedChange> changes = rows.changes(seen, labels(query, unlabelled));
        if (!changes.isEmpty()) {
            file.append(changes);
            rows.accept(changes);
        }
        return new Begun(rows, file, file.kept());
    }

    /** Nobody has noted the updates behind changes of another life, but the rows say which was the last. */
    private Map<List<SqlValue>, String> labels(SubscriptionQuery query, List<KeyedChange> changes) {
        Optional<String> sql = query.columnSql(labelColumn);
        if (sql.isEmpty()) {
            return Map.of();
        }
        return database.read(session -> {
            Map<List<SqlValue>, String> labels = new LinkedHashMap<>();
            for (KeyedChange changed : changes) {
                Optional<SqlValue> found = session.first(sql.get(), changed.key(), row -> SqlSession.value(row, 1));
                if (found.isPresent() && found.get() instanceof SqlValue.Text text) {
                    labels.put(changed.key(), text.text());
                }
            }
            return labels;
        });
    }

    /** The first query failed. The client who began hears of it; of one that was left by an earlier life nobody would. */
    void failed(UUID id, String reason) {
        if (left != null) {
            ended(id, reason);
        }
    }

    /** The subscription cannot go on. */
    void ended(UUID id, String reason) {
        notices.accept("subscription " + id + ": it cannot go on: " + reason);
    }

    /** A batch of rows was looked at. */
    void looked(int rows, Duration time) {
        metrics.subsChangesMatched.inc(rows);
        metrics.subsChangesProcessingDuration.observe(time.toNanos() / 1e9);
    }

    /** A reader was cut. */
    void cut(UUID id, String reason) {
        events.emit("subscription.cut", json -> {
            json.writeStringField("query", id.toString());
            json.writeStringField("reason", reason);
        });
    }

    /**
     * Closes the file of a subscription that has ended.
     *
     * @param file null when it did not come to have one
     * @param forget whether nobody can come back to it
     */
    void end(UUID id, @Nullable SubscriptionFile file, boolean forget) {
        SubscriptionFile last = file == null ? left : file;
        if (last == null) {
            return;
        }
        try {
            last.close();
            if (forget) {
                SubscriptionFile.remove(last.folder());
            }
        } catch (StorageException | IOException e) {
            notices.accept("subscription " + id + ": its files are left over: " + e.getMessage());
        }
    }
}
