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
    private final Map<String, RowSql> statements;
    private final Actors actors;

    /**
     * A row as it is stored.
     *
     * @param state its versions, with the values of its cells
     * @param values the columns outside the key; null when the table has no such row
     */
    record Stored(RowState state, @Nullable Map<String, SqlValue> values) {}

    RowStates(Map<String, TableSchema> tables, Actors actors) {
        this.statements = RowSql.of(tables);
        this.actors = actors;
    }

    private RowSql sql(RowKey row) {
        RowSql sql = statements.get(row.table());
        if (sql == null) {
            throw new AssertionError("table " + row.table() + " is not replicated");
        }
        return sql;
    }

    /** Reads one row. */
    Stored load(SqlSession session, RowKey row) throws SQLException {
        RowSql sql = sql(row);
        Optional<Map<String, SqlValue>> values = loadValues(session, sql, row);
        record Clock(
                String column, long columnVersion, @Nullable Origin origin) {}
        List<Clock> clocks = session.query(
                sql.selectClock(), row.key(), found -> new Clock(found.getString(1), found.getLong(2), origin(found)));
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

    private static Optional<Map<String, SqlValue>> loadValues(SqlSession session, RowSql sql, RowKey row)
            throws SQLException {
        List<Column> columns = sql.table().values();
        return session.first(sql.selectValues(), row.key(), found -> {
            Map<String, SqlValue> values = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                values.put(columns.get(i).name(), SqlSession.value(found, i + 1));
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
        RowSql sql = sql(row);
        boolean sameLife = before.causalLength() == after.causalLength();
        if (!sameLife && before.causalLength() > 0) {
            session.execute(sql.deleteClock(), row.key());
        }
        List<SqlValue> cells = new ArrayList<>();
        int count = 0;
        boolean announced = after.causalLength() > 1 || after.sentinel() != null;
        if (announced && !(sameLife && equal(before.sentinel(), after.sentinel()))) {
            addCell(cells, row, Change.SENTINEL, after.causalLength(), after.sentinel());
            count++;
        }
        for (Map.Entry<String, Cell> entry : after.cells().entrySet()) {
            Cell cell = entry.getValue();
            Cell old = sameLife ? before.cells().get(entry.getKey()) : null;
            if (old == null || !old.origin().equals(cell.origin()) || old.columnVersion() != cell.columnVersion()) {
                addCell(cells, row, entry.getKey(), cell.columnVersion(), cell.origin());
                count++;
            }
        }
        if (count > 0) {
            session.execute(sql.saveCells(count), cells);
        }
    }

    private static boolean equal(@Nullable Origin left, @Nullable Origin right) {
        return left == null ? right == null : left.equals(right);
    }

    private void addCell(List<SqlValue> cells, RowKey row, String column, long version, @Nullable Origin origin) {
        cells.addAll(row.key());
        cells.add(SqlValue.of(column));
        cells.add(SqlValue.of(version));
        if (origin == null) {
            cells.addAll(Collections.nCopies(3, SqlValue.Null.VALUE));
        } else {
            cells.add(SqlValue.of(origin.version()));
            cells.add(SqlValue.of(actors.ordinal(origin.actor())));
            cells.add(SqlValue.of(origin.seq()));
        }
    }

    /** Writes the values of a row that other nodes have changed. */
    void saveValues(SqlSession session, RowKey row, Stored before, RowState after) throws SQLException {
        RowSql sql = sql(row);
        boolean exists = before.values() != null;
        boolean sameLife = before.state().causalLength() == after.causalLength();
        if (exists && !sameLife) {
            session.execute(sql.deleteRow(), row.key());
            exists = false;
        }
        if (!after.isAlive()) {
            return;
        }
        List<Column> columns = new ArrayList<>();
        List<SqlValue> written = new ArrayList<>();
        for (Column column : sql.table().values()) {
            Cell cell = after.cells().get(column.name());
            Cell old = exists ? before.state().cells().get(column.name()) : null;
            if (cell != null && (old == null || !old.value().equals(cell.value()))) {
                columns.add(column);
                written.add(cell.value());
            }
        }
        if (!exists) {
            session.execute(sql.insert(columns), joined(row.key(), written));
        } else if (!columns.isEmpty()) {
            session.execute(sql.update(columns), joined(written, row.key()));
        }
    }

    private static List<SqlValue> joined(List<SqlValue> first, List<SqlValue> second) {
        List<SqlValue> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }
}
