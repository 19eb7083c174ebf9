package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.Cell;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.Origin;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.RowState;
import dev.gridlock.store.storage.TableSchema.Column;
import dev.gridlock.store.value.SqlValue;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Row states in SQLite: values in the table itself, versions in the clock table beside it. Works inside the caller's transaction.
 *
 * <p>A clock row is one cell. The cell named {@link Change#SENTINEL} holds the causal length; it is missing as long as a row is
 * in its first life, unless the table has only a key.
 */
final class RowStates {
    private final SortedMap<String, TableSchema> tables;
    private final Actors actors;

    /**
     * A row as it is stored.
     *
     * @param state its versions, with the values of its cells
     * @param values the columns outside the key; null when the table has no such row
     */
    record Stored(RowState state, @Nullable Map<String, SqlValue> values) {}

    RowStates(SortedMap<String, TableSchema> tables, Actors actors) {
        this.tables = tables;
        this.actors = actors;
    }

    TableSchema table(RowKey row) {
        TableSchema table = tables.get(row.table());
        if (table == null) {
            throw new AssertionError("table " + row.table() + " is not replicated");
        }
        return table;
    }

    /** Reads one row. */
    Stored load(SqlSession session, RowKey row) throws SQLException {
        TableSchema table = table(row);
        Optional<Map<String, SqlValue>> values = loadValues(session, table, row);
        record Clock(
                String column, long columnVersion, @Nullable Origin origin) {}
        List<Clock> clocks = session.query(
                "SELECT col_name, col_version, site_id, db_version, seq FROM " + table.clock() + " WHERE "
                        + table.clockKeyEquals(),
                row.key(),
                found -> new Clock(found.getString(1), found.getLong(2), origin(found)));
        if (clocks.isEmpty()) {
            return new Stored(RowState.UNKNOWN, values.orElse(null));
        }
        long causalLength = 1;
        Origin sentinel = null;
        SortedMap<String, Cell> cells = new TreeMap<>();
        for (Clock clock : clocks) {
            if (clock.column().equals(Change.SENTINEL)) {
                causalLength = clock.columnVersion();
                sentinel = clock.origin();
            } else if (clock.origin() != null) {
                SqlValue value = values.map(v -> v.get(clock.column())).orElse(SqlValue.Null.VALUE);
                cells.put(clock.column(), new Cell(value, clock.columnVersion(), clock.origin()));
            }
        }
        return new Stored(new RowState(causalLength, sentinel, cells), values.orElse(null));
    }

    private static Optional<Map<String, SqlValue>> loadValues(SqlSession session, TableSchema table, RowKey row)
            throws SQLException {
        String columns = table.values().isEmpty() ? "1" : table.valueColumns("");
        return session.first(
                "SELECT " + columns + " FROM " + table.quoted() + " WHERE " + table.keyEquals(), row.key(), found -> {
                    Map<String, SqlValue> values = new LinkedHashMap<>();
                    for (int i = 0; i < table.values().size(); i++) {
                        values.put(table.values().get(i).name(), SqlSession.value(found, i + 1));
                    }
                    return values;
                });
    }

    private @Nullable Origin origin(ResultSet clock) throws SQLException {
        long ordinal = clock.getLong(3);
        return clock.wasNull() ? null : new Origin(actors.byOrdinal(ordinal).id(), clock.getLong(4), clock.getLong(5));
    }

    /** Writes the versions of a row; only cells that differ are touched. */
    void saveClock(SqlSession session, RowKey row, RowState before, RowState after) throws SQLException {
        TableSchema table = table(row);
        boolean sameLife = before.causalLength() == after.causalLength();
        if (!sameLife && before.causalLength() > 0) {
            session.execute("DELETE FROM " + table.clock() + " WHERE " + table.clockKeyEquals(), row.key());
        }
        boolean announced = after.causalLength() > 1 || after.sentinel() != null;
        Origin sentinel = after.sentinel();
        if (announced && !(sameLife && equal(before.sentinel(), sentinel))) {
            saveCell(session, table, row, Change.SENTINEL, after.causalLength(), sentinel);
        }
        for (Map.Entry<String, Cell> entry : after.cells().entrySet()) {
            Cell cell = entry.getValue();
            Cell old = sameLife ? before.cells().get(entry.getKey()) : null;
            if (old == null || !old.origin().equals(cell.origin()) || old.columnVersion() != cell.columnVersion()) {
                saveCell(session, table, row, entry.getKey(), cell.columnVersion(), cell.origin());
            }
        }
    }

    private static boolean equal(@Nullable Origin left, @Nullable Origin right) {
        return left == null ? right == null : left.equals(right);
    }

    private void saveCell(
            SqlSession session, TableSchema table, RowKey row, String column, long version, @Nullable Origin origin)
            throws SQLException {
        List<SqlValue> arguments = new ArrayList<>(row.key());
        arguments.add(SqlValue.of(column));
        arguments.add(SqlValue.of(version));
        if (origin == null) {
            arguments.addAll(Collections.nCopies(3, SqlValue.Null.VALUE));
        } else {
            arguments.add(SqlValue.of(origin.version()));
            arguments.add(SqlValue.of(actors.ordinal(origin.actor())));
            arguments.add(SqlValue.of(origin.seq()));
        }
        session.execute(
                "INSERT OR REPLACE INTO " + table.clock() + " VALUES (" + TableSchema.placeholders(arguments.size())
                        + ")",
                arguments);
    }

    /** Writes the values of a row that other nodes have changed. */
    void saveValues(SqlSession session, RowKey row, Stored before, RowState after) throws SQLException {
        TableSchema table = table(row);
        boolean exists = before.values() != null;
        boolean sameLife = before.state().causalLength() == after.causalLength();
        if (exists && !sameLife) {
            session.execute("DELETE FROM " + table.quoted() + " WHERE " + table.keyEquals(), row.key());
            exists = false;
        }
        if (!after.isAlive()) {
            return;
        }
        List<Column> columns = new ArrayList<>();
        List<SqlValue> written = new ArrayList<>();
        for (Column column : table.values()) {
            Cell cell = after.cells().get(column.name());
            Cell old = exists ? before.state().cells().get(column.name()) : null;
            if (cell != null && (old == null || !old.value().equals(cell.value()))) {
                columns.add(column);
                written.add(cell.value());
            }
        }
        if (exists) {
            update(session, table, row, columns, written);
        } else {
            insert(session, table, row, columns, written);
        }
    }

    private static void update(
            SqlSession session, TableSchema table, RowKey row, List<Column> columns, List<SqlValue> written)
            throws SQLException {
        if (columns.isEmpty()) {
            return;
        }
        StringBuilder sql = new StringBuilder("UPDATE ").append(table.quoted()).append(" SET ");
        for (int i = 0; i < columns.size(); i++) {
            sql.append(i == 0 ? "" : ", ").append(columns.get(i).quoted()).append(" = ?");
        }
        List<SqlValue> arguments = new ArrayList<>(written);
        arguments.addAll(row.key());
        session.execute(sql.append(" WHERE ").append(table.keyEquals()).toString(), arguments);
    }

    private static void insert(
            SqlSession session, TableSchema table, RowKey row, List<Column> columns, List<SqlValue> written)
            throws SQLException {
        StringBuilder sql = new StringBuilder("INSERT INTO ")
                .append(table.quoted())
                .append(" (")
                .append(table.keyColumns(""));
        columns.forEach(column -> sql.append(", ").append(column.quoted()));
        List<SqlValue> arguments = new ArrayList<>(row.key());
        arguments.addAll(written);
        session.execute(
                sql.append(") VALUES (")
                        .append(TableSchema.placeholders(arguments.size()))
                        .append(')')
                        .toString(),
                arguments);
    }
}
