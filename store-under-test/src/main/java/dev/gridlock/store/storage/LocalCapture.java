package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.RowEdit;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.storage.TableSchema.Column;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sees what the statements of a local transaction do, whatever SQL they are: temporary triggers on the writer connection note
 * each row that they insert, change or delete in a temporary table, which the commit then reads and empties.
 *
 * <p>Used only by the holder of the writer's turn. A gate keeps the triggers quiet while changes of other nodes are applied; it is
 * moved only when the kind of transaction changes.
 */
final class LocalCapture {
    private static final List<String> TRIGGERS = List.of("insert", "delete", "update", "rekey");
    private static final String LOG = "__gridlock_log";
    /** Where the key begins in the notes. */
    private static final int FIRST_KEY = 4;

    private final Tables tables;
    /** The gate as the last commit left it. */
    private boolean open;

    private LocalCapture(Tables tables) {
        this.tables = tables;
    }

    /** Makes the triggers for the first time. They live as long as the connection. */
    static LocalCapture open(Database database, Tables tables) {
        return database.write(WritePriority.BACKGROUND, session -> {
            session.execute("CREATE TEMP TABLE __gridlock_gate (capturing INTEGER NOT NULL)");
            session.execute("INSERT INTO temp.__gridlock_gate VALUES (0)");
            install(session, tables.current().values());
            return new LocalCapture(tables);
        });
    }

    /** Makes the triggers of some tables, in the caller's transaction. */
    static void install(SqlSession session, Collection<TableSchema> tables) throws SQLException {
        // one table for the notes of all: a commit has one place to look at
        session.execute("CREATE TEMP TABLE " + LOG + " (ord INTEGER PRIMARY KEY, tab INTEGER NOT NULL, kind TEXT NOT"
                + " NULL" + numbered(", k", mostKeys(tables)) + numbered(", c", mostValues(tables)) + ")");
        int number = 0;
        for (TableSchema table : tables) {
            install(session, table, number++);
        }
    }

    private static int mostKeys(Collection<TableSchema> tables) {
        return tables.stream().mapToInt(table -> table.key().size()).max().orElse(0);
    }

    private static int mostValues(Collection<TableSchema> tables) {
        return tables.stream().mapToInt(table -> table.values().size()).max().orElse(0);
    }

    /** Removes what {@link #install} made. */
    static void remove(SqlSession session, Collection<TableSchema> tables) throws SQLException {
        for (TableSchema table : tables) {
            for (String trigger : TRIGGERS) {
                session.execute("DROP TRIGGER IF EXISTS temp." + triggerName(table, trigger));
            }
        }
        session.execute("DROP TABLE temp." + LOG);
    }

    private static void install(SqlSession session, TableSchema table, int number) throws SQLException {
        List<String> unchanged = Collections.nCopies(table.values().size(), "0");
        List<String> all = Collections.nCopies(table.values().size(), "1");
        String inserted = note(table, number, "I", "NEW", all);
        String deleted = note(table, number, "D", "OLD", unchanged);
        trigger(session, table, "insert", "AFTER INSERT", "1", inserted);
        trigger(session, table, "delete", "AFTER DELETE", "1", deleted);
        String sameKey = "NOT (" + String.join(" OR ", different(table.key())) + ")";
        if (!table.values().isEmpty()) {
            List<String> flags = different(table.values());
            trigger(
                    session,
                    table,
                    "update",
                    "AFTER UPDATE",
                    sameKey + " AND (" + String.join(" OR ", flags) + ")",
                    note(table, number, "U", "NEW", flags));
        }
        // another key is another row: the old one dies, the new one is born
        trigger(session, table, "rekey", "AFTER UPDATE", "NOT (" + sameKey + ")", deleted + " " + inserted);
    }

    private static void trigger(
            SqlSession session, TableSchema table, String name, String when, String condition, String body)
            throws SQLException {
        session.execute("CREATE TEMP TRIGGER " + triggerName(table, name) + " " + when
                + " ON main." + table.quoted() + " WHEN (SELECT capturing FROM __gridlock_gate) AND " + condition
                + " BEGIN " + body + " END");
    }

    private static String triggerName(TableSchema table, String name) {
        return SqlText.quote("__gridlock_" + name + "_" + table.name());
    }

    private static String note(TableSchema table, int number, String kind, String row, List<String> flags) {
        return "INSERT INTO " + LOG + " (tab, kind"
                + numbered(", k", table.key().size())
                + numbered(", c", flags.size()) + ") VALUES (" + number + ", '" + kind + "', "
                + table.keyColumns(row + ".") + (flags.isEmpty() ? "" : ", " + String.join(", ", flags)) + ");";
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

    /** Lets the triggers note what the transaction does from here on. Undone by a rollback. */
    void begin(SqlSession session) throws SQLException {
        if (!open) {
            session.execute("UPDATE temp.__gridlock_gate SET capturing = 1");
        }
    }

    /** Keeps the triggers quiet in this transaction. Undone by a rollback. */
    void keepQuiet(SqlSession session) throws SQLException {
        if (open) {
            session.execute("UPDATE temp.__gridlock_gate SET capturing = 0");
        }
    }

    /** Remembers where the gate is, once a transaction that began with one of the two has committed. */
    void publish(boolean capturing) {
        open = capturing;
    }

    /** What the transaction did, by row, each row's edits in the order of the statements; empties the notes. */
    SequencedMap<RowKey, List<RowEdit>> end(SqlSession session) throws SQLException {
        List<TableSchema> numbers = List.copyOf(tables.current().values());
        int firstFlag = FIRST_KEY + mostKeys(numbers);
        SequencedMap<RowKey, List<RowEdit>> edits = new LinkedHashMap<>();
        session.forEach("SELECT * FROM temp." + LOG + " ORDER BY ord", List.of(), row -> {
            TableSchema table = numbers.get(row.getInt(2));
            RowKey key = new RowKey(
                    table.name(), SqlSession.values(row, FIRST_KEY, table.key().size()));
            RowEdit edit = switch (row.getString(3)) {
                case "I" -> new RowEdit.Inserted(columns(table, row, firstFlag));
                case "U" -> new RowEdit.Updated(columns(table, row, firstFlag));
                default -> new RowEdit.Deleted();
            };
            edits.computeIfAbsent(key, k -> new ArrayList<>()).add(edit);
        });
        if (!edits.isEmpty()) {
            session.execute("DELETE FROM temp." + LOG);
        }
        return edits;
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
