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
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Row states in SQLite: values in the table itself, versions in the clock table beside it. Works inside the caller's
 * transaction, and only for the holder of the writer's turn.
 *
 * <p>A clock row is one cell. The cell named {@link Change#SENTINEL} holds the causal length; it is missing as long as a row is
 * in its first life, unless the table has only a key.
 */
final class RowStates {
    /** Rows remembered: about a kilobyte each, and a fleet of nodes may share one machine. */
    private static final int MOST_REMEMBERED = 2_048;

    private final Tables tables;
    private final Actors actors;
    private Map<String, RowSql> statements;
    /** Committed states of rows that were written lately. */
    private final SequencedMap<RowKey, Stored> remembered = new LinkedHashMap<>(64, 0.75f, true);

    /**
     * A row as it is stored.
     *
     * @param state its versions, with the values of its cells
     * @param exists whether the table has the row
     */
    record Stored(RowState state, boolean exists) {}

    RowStates(Tables tables, Actors actors) {
        this.tables = tables;
        this.actors = actors;
        this.statements = RowSql.of(tables.current());
    }

    /** Follows the tables after a change of the schema. */
    void reload() {
        statements = RowSql.of(tables.current());
        remembered.clear();
    }

    /** Remembers states that a transaction has written, once it has committed; what is never committed is never remembered. */
    void publish(Map<RowKey, RowState> written) {
        written.forEach((row, state) -> remembered.put(row, new Stored(state, state.isAlive())));
        while (remembered.size() > MOST_REMEMBERED) {
            remembered.pollFirstEntry();
        }
    }

    private RowSql sql(RowKey row) {
        RowSql sql = statements.get(row.table());
        if (sql == null) {
            throw new AssertionError("table " + row.table() + " is not replicated");
        }
        return sql;
    }

    /**
     * A row as it was before the transaction. Of a row that the transaction has changed already past this class the versions are
     * still those from before, while the values of its cells may be either.
     */
    Stored load(SqlSession session, RowKey row) throws SQLException {
        Stored known = remembered.get(row);
        return known == null ? read(session, sql(row), row) : known;
    }

    private Stored read(SqlSession session, RowSql sql, RowKey row) throws SQLException {
        Reading reading = new Reading();
        session.forEach(sql.selectState(), row.key(), found -> {
            String column = found.getString(1);
            long columnVersion = found.getLong(2);
            Origin origin = origin(found);
            reading.found = true;
            reading.exists = found.getInt(6) != 0;
            if (column.equals(Change.SENTINEL)) {
                reading.causalLength = columnVersion;
                reading.sentinel = origin;
            } else if (origin != null) {
                int position = sql.position(column);
                SqlValue value = reading.exists && position >= 0
                        ? SqlSession.value(found, RowSql.FIRST_VALUE + position)
                        : SqlValue.Null.VALUE;
                reading.cells.put(column, new Cell(value, columnVersion, origin));
            }
        });
        return reading.found
                ? new Stored(new RowState(reading.causalLength, reading.sentinel, reading.cells), reading.exists)
                // a row that somebody wrote past the store has no versions
                : new Stored(
                        RowState.UNKNOWN,
                        session.first(sql.selectValues(), row.key(), found -> true)
                                .isPresent());
    }

    private static final class Reading {
        private boolean found;
        private boolean exists;
        private long causalLength = 1;
        private @Nullable Origin sentinel;
        private final SortedMap<String, Cell> cells = new TreeMap<>();
    }

    /** The columns of a row outside its key, as the transaction sees them now; none when the table has no such row. */
    Map<String, SqlValue> values(SqlSession session, RowKey row) throws SQLException {
        RowSql sql = sql(row);
        List<Column> columns = sql.table().values();
        return session.first(sql.selectValues(), row.key(), found -> {
                    Map<String, SqlValue> values = new LinkedHashMap<>();
                    for (int i = 0; i < columns.size(); i++) {
                        values.put(columns.get(i).name(), SqlSession.value(found, i + 1));
                    }
                    return values;
                })
                .orElse(Map.of());
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
        boolean exists = before.exists();
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
