package dev.gridlock.store.storage;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The statements that read and write single rows of a table and of its clock table. Thread-safe. */
final class RowSql {
    /** Columns of a clock row after the key: name, version, db_version, site, seq. */
    private static final int CLOCK_COLUMNS = 5;

    private final TableSchema table;
    private final String selectValues;
    private final String selectClock;
    private final String deleteRow;
    private final String deleteClock;
    private final Map<Integer, String> saveCells = new ConcurrentSkipListMap<>();

    RowSql(TableSchema table) {
        this.table = table;
        String columns = table.values().isEmpty() ? "1" : table.valueColumns("");
        String row = " FROM " + table.quoted() + " WHERE " + table.keyEquals();
        String clock = " FROM " + table.clock() + " WHERE " + table.clockKeyEquals();
        this.selectValues = "SELECT " + columns + row;
        this.selectClock = "SELECT col_name, col_version, site_id, db_version, seq" + clock;
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

    String selectClock() {
        return selectClock;
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
