package dev.gridlock.store.subscription;

import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.SqlSession;
import dev.gridlock.store.subscription.SubscriptionEvent.Change;
import dev.gridlock.store.subscription.SubscriptionEvent.Kind;
import dev.gridlock.store.subscription.SubscriptionEvent.Row;
import dev.gridlock.store.value.SqlValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The current result of a query, row by row under the keys of the table, and the numbering of its rows and changes. Not
 * thread-safe.
 */
final class ResultRows {
    private final SubscriptionQuery query;
    private final List<String> columns;
    private final SequencedMap<List<SqlValue>, Row> byKey;
    private long lastRowId;
    private long lastChangeId;

    /**
     * A change of the result and the row of the table behind it.
     *
     * @param key identifies the row of the table
     * @param change what became of its row in the result
     */
    record KeyedChange(List<SqlValue> key, Change change) {}

    /**
     * What the whole query yields at one moment.
     *
     * @param columns names of the result's columns
     * @param cells cells of each row under the key of the table
     */
    record Reading(List<String> columns, SequencedMap<List<SqlValue>, List<SqlValue>> cells) {}

    /**
     * A result as it was left.
     *
     * @param byKey its rows
     * @param lastRowId highest number of a row so far
     * @param lastChangeId highest number of a change so far
     */
    ResultRows(
            SubscriptionQuery query,
            List<String> columns,
            SequencedMap<List<SqlValue>, Row> byKey,
            long lastRowId,
            long lastChangeId) {
        this.query = query;
        this.columns = columns;
        this.byKey = byKey;
        this.lastRowId = lastRowId;
        this.lastChangeId = lastChangeId;
    }

    /** A result that begins with what was read. */
    static ResultRows of(SubscriptionQuery query, Reading reading) {
        SequencedMap<List<SqlValue>, Row> rows = new LinkedHashMap<>();
        reading.cells().forEach((key, cells) -> rows.put(key, new Row(rows.size() + 1L, cells)));
        return new ResultRows(query, reading.columns(), rows, rows.size(), 0);
    }

    /** Runs the whole query. */
    static Reading read(Database database, SubscriptionQuery query, Duration timeout) {
        return database.read(session -> {
            List<String> columns = new ArrayList<>();
            SequencedMap<List<SqlValue>, List<SqlValue>> rows = new LinkedHashMap<>();
            int keys = query.table().key().size();
            session.setDeadline(timeout);
            try {
                session.stream(
                        query.snapshotSql(),
                        query.arguments(),
                        names -> columns.addAll(names.subList(keys, names.size())),
                        row -> rows.put(
                                SqlSession.values(row, 1, keys), SqlSession.values(row, keys + 1, columns.size())));
            } finally {
                session.clearDeadline();
            }
            return new Reading(List.copyOf(columns), rows);
        });
    }

    /** What the query yields now for some keys of the table: the cells, or nothing. Touches no state. */
    Map<List<SqlValue>, Optional<List<SqlValue>>> look(Database database, Collection<List<SqlValue>> keys) {
        int first = query.table().key().size() + 1;
        return database.read(session -> {
            Map<List<SqlValue>, Optional<List<SqlValue>>> found = new LinkedHashMap<>();
            for (List<SqlValue> key : keys) {
                List<SqlValue> arguments = new ArrayList<>(query.arguments());
                arguments.addAll(key);
                found.put(
                        key,
                        session.first(query.rowSql(), arguments, row -> SqlSession.values(row, first, columns.size())));
            }
            return found;
        });
    }

    /** The same of a whole reading: also what it lacks counts as seen. */
    Map<List<SqlValue>, Optional<List<SqlValue>>> look(Reading reading) {
        Map<List<SqlValue>, Optional<List<SqlValue>>> found = new LinkedHashMap<>();
        byKey.keySet()
                .forEach(key ->
                        found.put(key, Optional.ofNullable(reading.cells().get(key))));
        reading.cells().forEach((key, cells) -> found.put(key, Optional.of(cells)));
        return found;
    }

    /**
     * What has changed, numbered. Touches no state: {@link #accept} does.
     *
     * @param seen what the query yields now for some keys
     * @param updates ids of the updates behind it
     */
    List<KeyedChange> changes(Map<List<SqlValue>, Optional<List<SqlValue>>> seen, Map<List<SqlValue>, String> updates) {
        List<KeyedChange> changes = new ArrayList<>();
        long rowId = lastRowId;
        for (Map.Entry<List<SqlValue>, Optional<List<SqlValue>>> entry : seen.entrySet()) {
            List<SqlValue> key = entry.getKey();
            Optional<List<SqlValue>> cells = entry.getValue();
            Row old = byKey.get(key);
            Kind kind;
            Row row;
            if (old == null) {
                if (cells.isEmpty()) {
                    continue;
                }
                kind = Kind.INSERT;
                row = new Row(++rowId, cells.get());
            } else if (cells.isEmpty()) {
                kind = Kind.DELETE;
                row = old;
            } else if (old.cells().equals(cells.get())) {
                continue;
            } else {
                kind = Kind.UPDATE;
                row = new Row(old.rowId(), cells.get());
            }
            long changeId = lastChangeId + changes.size() + 1;
            String update = updates.getOrDefault(key, "");
            changes.add(new KeyedChange(key, new Change(kind, row.rowId(), row.cells(), changeId, update)));
        }
        return changes;
    }

    /** Brings the result up to changes that it made. */
    void accept(List<KeyedChange> changes) {
        for (KeyedChange keyed : changes) {
            Change change = keyed.change();
            if (change.kind() == Kind.DELETE) {
                byKey.remove(keyed.key());
            } else {
                byKey.put(keyed.key(), new Row(change.rowId(), change.cells()));
            }
            lastRowId = Math.max(lastRowId, change.rowId());
            lastChangeId = change.changeId();
        }
    }

    List<String> columns() {
        return columns;
    }

    Collection<Row> rows() {
        return byKey.values();
    }

    /** The rows under the keys of the table. */
    SequencedMap<List<SqlValue>, Row> byKey() {
        return Collections.unmodifiableSequencedMap(byKey);
    }

    long lastRowId() {
        return lastRowId;
    }

    long lastChangeId() {
        return lastChangeId;
    }
}
