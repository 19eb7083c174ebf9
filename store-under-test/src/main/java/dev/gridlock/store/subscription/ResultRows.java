package dev.gridlock.store.subscription;

import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.SqlSession;
import dev.gridlock.store.subscription.SubscriptionEvent.Change;
import dev.gridlock.store.subscription.SubscriptionEvent.Kind;
import dev.gridlock.store.subscription.SubscriptionEvent.Row;
import dev.gridlock.store.value.SqlValue;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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

    private ResultRows(SubscriptionQuery query, List<String> columns, SequencedMap<List<SqlValue>, Row> byKey) {
        this.query = query;
        this.columns = columns;
        this.byKey = byKey;
        this.lastRowId = byKey.size();
    }

    /** Runs the query for the first time. */
    static ResultRows query(Database database, SubscriptionQuery query, Duration timeout) {
        return database.read(session -> {
            List<String> columns = new ArrayList<>();
            SequencedMap<List<SqlValue>, Row> rows = new LinkedHashMap<>();
            int keys = query.table().key().size();
            session.setDeadline(timeout);
            try {
                session.stream(
                        query.snapshotSql(),
                        query.arguments(),
                        names -> columns.addAll(names.subList(keys, names.size())),
                        row -> rows.put(
                                SqlSession.values(row, 1, keys),
                                new Row(rows.size() + 1L, SqlSession.values(row, keys + 1, columns.size()))));
            } finally {
                session.clearDeadline();
            }
            return new ResultRows(query, List.copyOf(columns), rows);
        });
    }

    /** What the query yields now for some keys of the table: the cells, or nothing. Touches no state. */
    Map<List<SqlValue>, Optional<List<SqlValue>>> look(Database database, Collection<List<SqlValue>> keys) {
        return database.read(session -> {
            Map<List<SqlValue>, Optional<List<SqlValue>>> found = new LinkedHashMap<>();
            for (List<SqlValue> key : keys) {
                List<SqlValue> arguments = new ArrayList<>(query.arguments());
                arguments.addAll(key);
                found.put(key, session.first(query.rowSql(), arguments, this::cells));
            }
            return found;
        });
    }

    private List<SqlValue> cells(ResultSet row) throws SQLException {
        return SqlSession.values(row, query.table().key().size() + 1, columns.size());
    }

    /** Brings the result up to what was seen, and numbers what changed. */
    List<Change> update(Map<List<SqlValue>, Optional<List<SqlValue>>> seen, Map<List<SqlValue>, String> updates) {
        List<Change> changes = new ArrayList<>();
        seen.forEach((key, cells) -> {
            Row old = byKey.get(key);
            String update = updates.getOrDefault(key, "");
            if (old == null) {
                cells.ifPresent(fresh -> changes.add(put(Kind.INSERT, key, new Row(++lastRowId, fresh), update)));
            } else if (cells.isEmpty()) {
                byKey.remove(key);
                changes.add(new Change(Kind.DELETE, old.rowId(), old.cells(), ++lastChangeId, update));
            } else if (!old.cells().equals(cells.get())) {
                changes.add(put(Kind.UPDATE, key, new Row(old.rowId(), cells.get()), update));
            }
        });
        return changes;
    }

    private Change put(Kind kind, List<SqlValue> key, Row row, String update) {
        byKey.put(key, row);
        return new Change(kind, row.rowId(), row.cells(), ++lastChangeId, update);
    }

    List<String> columns() {
        return columns;
    }

    Collection<Row> rows() {
        return byKey.values();
    }

    long lastChangeId() {
        return lastChangeId;
    }
}
