package dev.gridlock.store.storage;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The statements that read and write single rows of a table and of its clock table. Not thread-safe. */
final class RowSql {
    /** Columns of a clock row after the key: name, version, db_version, site, seq. */
    private static final int CLOCK_COLUMNS = 5;

    /** Where the values begin in {@link #selectState}. */
    static final int FIRST_VALUE = 7;

    /** Sets of columns whose statement is kept; updates write few different ones. */
    private static final int MOST_KEPT = 64;

    private final TableSchema table;
    private final Map<String, Integer> positions = new TreeMap<>();
    private final String selectValues;
    private final String selectState;
    private final String deleteRow;
    private final String deleteClock;
    private final Map<Integer, String> saveCells = new TreeMap<>();
    private final Map<List<TableSchema.Column>, String> updates = new HashMap<>();

    RowSql(TableSchema table) {
        this.table = table;
        table.values().forEach(column -> positions.put(column.name(), positions.size()));
        String columns = table.values().isEmpty() ? "1" : table.valueColumns("");
        String row = " FROM " + table.quoted() + " WHERE " + table.keyEquals();
        String clock = " FROM " + table.clock() + " WHERE " + table.clockKeyEquals("");
        this.selectValues = "SELECT " + columns + row;
        this.selectState = "SELECT c.col_name, c.col_version, c.site_id, c.db_version, c.seq, b."
                + table.key().getFirst().quoted() + " IS NOT NULL"
                + (table.values().isEmpty() ? "" : ", " + table.valueColumns("b.")) + " FROM " + table.clock()
                + " c LEFT JOIN " + table.quoted() + " b ON " + table.keyEqualsClock("b", "c") + " WHERE "
                + table.clockKeyEquals("c.");
        this.deleteRow = "DELETE" + row;
        this.deleteClock = "DELETE" + clock;
    }

    static Map<String, RowSql> of(Map<String, TableSchema> tables) {
        Map<String, RowSql> statements = new TreeMap<>();
        tables.forEach((name, table) -> statements.put(name, new RowSql(table)));
        return statements;
    }

    TableSchema table() {
        return table;
    }

    /** The columns outside the key, or a constant when there are none. */
    String selectValues() {
        return selectValues;
    }

    /**
     * One row a cell: its name, column version, site, version and seq; then whether the row is in its table, and the columns outside
     * the key.
     */
    String selectState() {
        return selectState;
    }

    /** Place of a column among those outside the key, from 0; -1 when there is none of this name. */
    int position(String column) {
        return positions.getOrDefault(column, -1);
    }

    String deleteRow() {
        return deleteRow;
    }

    String deleteClock() {
        return deleteClock;
    }

    /** Writes some cells of one row at once: one statement costs much less than one for each cell. */
    String saveCells(int count) {
        return saveCells.computeIfAbsent(count, n -> {
            String cell = "(" + placeholders(table.key().size() + CLOCK_COLUMNS) + ")";
            return "INSERT OR REPLACE INTO " + table.clock() + " VALUES "
                    + String.join(", ", Collections.nCopies(n, cell));
        });
    }

    String insert(List<TableSchema.Column> columns) {
        StringBuilder sql = new StringBuilder("INSERT INTO ")
                .append(table.quoted())
                .append(" (")
                .append(table.keyColumns(""));
        columns.forEach(column -> sql.append(", ").append(column.quoted()));
        return sql.append(") VALUES (")
                .append(placeholders(table.key().size() + columns.size()))
                .append(')')
                .toString();
    }

    String update(List<TableSchema.Column> columns) {
        String known = updates.get(columns);
        if (known != null) {
            return known;
        }
        String sql = makeUpdate(columns);
        if (updates.size() < MOST_KEPT) {
            updates.put(List.copyOf(columns), sql);
        }
        return sql;
    }

    private String makeUpdate(List<TableSchema.Column> columns) {
        StringBuilder sql = new StringBuilder("UPDATE ").append(table.quoted()).append(" SET ");
        for (int i = 0; i < columns.size(); i++) {
            sql.append(i == 0 ? "" : ", ").append(columns.get(i).quoted()).append(" = ?");
        }
        return sql.append(" WHERE ").append(table.keyEquals()).toString();
    }

    private static String placeholders(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }
}
