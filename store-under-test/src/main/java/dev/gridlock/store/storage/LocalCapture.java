package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.RowEdit;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.storage.TableSchema.Column;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sees what the statements of a local transaction do, whatever SQL they are: temporary triggers on the writer connection note
 * each row that they insert, change or delete in a temporary table, which the commit then reads and empties.
 *
 * <p>Used under the writer lock only. A gate keeps the triggers quiet while changes of other nodes are applied.
 */
final class LocalCapture {
    private final Collection<TableSchema> tables;

    private LocalCapture(Collection<TableSchema> tables) {
        this.tables = tables;
    }

    /** Makes the triggers. They live as long as the connection. */
    static LocalCapture install(Database database, Collection<TableSchema> tables) {
        return database.write(session -> {
            session.execute("CREATE TEMP TABLE __gridlock_gate (capturing INTEGER NOT NULL)");
            session.execute("INSERT INTO temp.__gridlock_gate VALUES (0)");
            for (TableSchema table : tables) {
                install(session, table);
            }
            return new LocalCapture(List.copyOf(tables));
        });
    }

    private static void install(SqlSession session, TableSchema table) throws SQLException {
        String log = log(table);
        int keys = table.key().size();
        int values = table.values().size();
        session.execute("CREATE TEMP TABLE " + log + " (ord INTEGER PRIMARY KEY, kind TEXT NOT NULL, "
                + table.clockKey("") + numbered(", c", values) + ")");
        String inserted = insert(table, "I", keysOf(table, "NEW"), "1");
        String deleted = insert(table, "D", keysOf(table, "OLD"), "0");
        trigger(session, table, "insert", "AFTER INSERT", "1", inserted);
        trigger(session, table, "delete", "AFTER DELETE", "1", deleted);
        String sameKey =
                different(table.key()).isEmpty() ? "1" : "NOT (" + String.join(" OR ", different(table.key())) + ")";
        if (values > 0) {
            List<String> flags = different(table.values());
            String updated = "INSERT INTO " + log + " VALUES (NULL, 'U', " + keysOf(table, "NEW") + ", "
                    + String.join(", ", flags) + ");";
            trigger(
                    session,
                    table,
                    "update",
                    "AFTER UPDATE",
                    sameKey + " AND (" + String.join(" OR ", flags) + ")",
                    updated);
        }
        // another key is another row: the old one dies, the new one is born
        trigger(session, table, "rekey", "AFTER UPDATE", "NOT (" + sameKey + ")", deleted + " " + inserted);
        assert keys > 0 : "a table without a key was let in: " + table.name();
    }

    private static void trigger(
            SqlSession session, TableSchema table, String name, String when, String condition, String body)
            throws SQLException {
        session.execute("CREATE TEMP TRIGGER " + SqlText.quote("__gridlock_" + name + "_" + table.name()) + " " + when
                + " ON main." + table.quoted() + " WHEN (SELECT capturing FROM __gridlock_gate) AND " + condition
                + " BEGIN " + body + " END");
    }

    private static String insert(TableSchema table, String kind, String keys, String flag) {
        return "INSERT INTO " + log(table) + " VALUES (NULL, '" + kind + "', " + keys
                + (", " + flag).repeat(table.values().size()) + ");";
    }

    private static String keysOf(TableSchema table, String row) {
        return table.keyColumns(row + ".");
    }

    /**
     * One condition a column that is true when its stored value differs. Binary and by type: {@code 1} and {@code 1.0}, or texts
     * that differ in case only, are equal to some comparisons of SQLite and yet not the same value on another node.
     */
    private static List<String> different(List<Column> columns) {
        return columns.stream()
                .map(c -> {
                    String old = "OLD." + c.quoted();
                    String fresh = "NEW." + c.quoted();
                    return "(" + old + " IS NOT " + fresh + " COLLATE BINARY OR typeof(" + old + ") <> typeof(" + fresh
                            + "))";
                })
                .toList();
    }

    private static String numbered(String prefix, int count) {
        StringBuilder list = new StringBuilder();
        for (int i = 1; i <= count; i++) {
            list.append(prefix).append(i);
        }
        return list.toString();
    }

    private static String log(TableSchema table) {
        return SqlText.quote("__gridlock_log_" + table.name());
    }

    /** Lets the triggers note what the transaction does from here on. Undone by a rollback. */
    void begin(SqlSession session) throws SQLException {
        session.execute("UPDATE temp.__gridlock_gate SET capturing = 1");
    }

    /** What the transaction did, by row, each row's edits in the order of the statements; empties the notes. */
    SequencedMap<RowKey, List<RowEdit>> end(SqlSession session) throws SQLException {
        session.execute("UPDATE temp.__gridlock_gate SET capturing = 0");
        SequencedMap<RowKey, List<RowEdit>> edits = new LinkedHashMap<>();
        for (TableSchema table : tables) {
            int before = edits.size();
            session.forEach(
                    "SELECT * FROM temp." + log(table) + " ORDER BY ord", List.of(), row -> read(table, row, edits));
            if (edits.size() > before) {
                session.execute("DELETE FROM temp." + log(table));
            }
        }
        return edits;
    }

    private static void read(TableSchema table, ResultSet row, Map<RowKey, List<RowEdit>> into) throws SQLException {
        int keys = table.key().size();
        RowKey key = new RowKey(table.name(), SqlSession.values(row, 3, keys));
        RowEdit edit = switch (row.getString(2)) {
            case "I" -> new RowEdit.Inserted(columns(table, row, 3 + keys));
            case "U" -> new RowEdit.Updated(columns(table, row, 3 + keys));
            default -> new RowEdit.Deleted();
        };
        into.computeIfAbsent(key, k -> new ArrayList<>()).add(edit);
    }

    private static Set<String> columns(TableSchema table, ResultSet row, int first) throws SQLException {
        Set<String> columns = new TreeSet<>();
        for (int i = 0; i < table.values().size(); i++) {
            if (row.getInt(first + i) != 0) {
                columns.add(table.values().get(i).name());
            }
        }
        return columns;
    }
}
