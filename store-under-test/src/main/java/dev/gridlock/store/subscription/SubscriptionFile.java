package dev.gridlock.store.subscription;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.sql.BoundStatement;
import dev.gridlock.store.sql.ParameterMismatchException;
import dev.gridlock.store.sql.SqlSyntaxException;
import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.SqlSession;
import dev.gridlock.store.storage.StorageException;
import dev.gridlock.store.storage.WritePriority;
import dev.gridlock.store.storage.WriteWaits;
import dev.gridlock.store.subscription.ResultRows.KeyedChange;
import dev.gridlock.store.subscription.SubscriptionEvent.Change;
import dev.gridlock.store.subscription.SubscriptionEvent.Kind;
import dev.gridlock.store.subscription.SubscriptionEvent.Row;
import dev.gridlock.store.value.SqlValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One subscription on disk: a SQLite database with the query, its result ({@code query}) and its last changes ({@code changes}).
 * Thread-safe; changes are written by the subscription's thread alone.
 *
 * <p>Columns have no type there, so that a value comes back exactly as it went in.
 */
final class SubscriptionFile implements AutoCloseable {
    private static final String NAME = "sub.sqlite";
    private static final String FORMAT = "gridlock subscription 1";

    private final Path folder;
    private final Database database;

    /** A file that is none of a subscription's, or not whole. */
    static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnusableException(String message) {
            super(message);
        }
    }

    private SubscriptionFile(Path folder, Database database) {
        this.folder = folder;
        this.database = database;
    }

    /**
     * Makes a file for a subscription that begins.
     *
     * @throws StorageException when SQLite fails
     * @throws UncheckedIOException when the folder cannot be made
     */
    static SubscriptionFile create(
            Path folder, StoreConfig.Synchronous synchronous, UUID id, SubscriptionQuery query, ResultRows rows) {
        SubscriptionFile file = new SubscriptionFile(folder, connect(folder, synchronous));
        try {
            file.database.<Boolean, RuntimeException>write(WritePriority.CLIENT, session -> {
                file.begin(session, id, query, rows);
                return true;
            });
            return file;
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static Database connect(Path folder, StoreConfig.Synchronous synchronous) {
        StoreConfig.Db config = new StoreConfig.Db(folder.resolve(NAME), List.of(), synchronous, 1);
        // a broken subscription ends the subscription, not the node: whoever gets the exception sees to that
        return Database.open(config, broken -> {}, WriteWaits.IGNORED);
    }

    private void begin(SqlSession session, UUID id, SubscriptionQuery query, ResultRows rows) throws SQLException {
        int keys = query.table().key().size();
        int cells = rows.columns().size();
        session.execute("CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value)");
        session.execute("CREATE TABLE arguments (position INTEGER PRIMARY KEY, value)");
        session.execute("CREATE TABLE columns (position INTEGER PRIMARY KEY, name TEXT NOT NULL)");
        session.execute("CREATE TABLE query (row_id INTEGER PRIMARY KEY, " + numbered("k", keys) + ", "
                + numbered("c", cells) + ")");
        session.execute("CREATE TABLE changes (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, row_id INTEGER NOT NULL,"
                + " update_id TEXT NOT NULL, " + numbered("c", cells) + ")");
        meta(session, "id", SqlValue.of(id.toString()));
        meta(session, "sql", SqlValue.of(query.statement().text().sql()));
        meta(session, "last_row_id", SqlValue.of(rows.lastRowId()));
        for (SqlValue argument : query.arguments()) {
            session.execute("INSERT INTO arguments (value) VALUES (?)", List.of(argument));
        }
        for (String column : rows.columns()) {
            session.execute("INSERT INTO columns (name) VALUES (?)", List.of(SqlValue.of(column)));
        }
        String insert = insertRow(keys, cells);
        for (Map.Entry<List<SqlValue>, Row> entry : rows.byKey().entrySet()) {
            session.execute(
                    insert,
                    rowValues(
                            entry.getValue().rowId(),
                            entry.getKey(),
                            entry.getValue().cells()));
        }
        // last, so that a file with a format is whole
        meta(session, "format", SqlValue.of(FORMAT));
    }

    private static void meta(SqlSession session, String key, SqlValue value) throws SQLException {
        session.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", List.of(SqlValue.of(key), value));
    }

    private static String numbered(String prefix, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).collect(Collectors.joining(", "));
    }

    private static String insertRow(int keys, int cells) {
        return "INSERT INTO query VALUES (?" + ", ?".repeat(keys + cells) + ")";
    }

    private static List<SqlValue> rowValues(long rowId, List<SqlValue> key, List<SqlValue> cells) {
        List<SqlValue> values = new ArrayList<>();
        values.add(SqlValue.of(rowId));
        values.addAll(key);
        values.addAll(cells);
        return values;
    }

    /**
     * Opens the file in a folder.
     *
     * @param id the id that the subscription must have
     * @throws UnusableException when it is not there, or not the file of that subscription
     */
    static SubscriptionFile open(Path folder, StoreConfig.Synchronous synchronous, UUID id) throws UnusableException {
        if (!Files.isRegularFile(folder.resolve(NAME))) {
            throw new UnusableException("found no file " + NAME + ", expected one");
        }
        Database database;
        try {
            database = connect(folder, synchronous);
        } catch (StorageException e) {
            throw new UnusableException(String.valueOf(e.getMessage()));
        }
        SubscriptionFile file = new SubscriptionFile(folder, database);
        try {
            String format = file.text("format");
            if (!format.equals(FORMAT)) {
                throw new UnusableException("found format " + format + ", expected " + FORMAT);
            }
            if (!file.text("id").equals(id.toString())) {
                throw new UnusableException("found subscription " + file.text("id") + ", expected " + id);
            }
            return file;
        } catch (UnusableException e) {
            file.close();
            throw e;
        } catch (StorageException e) {
            file.close();
            throw new UnusableException(String.valueOf(e.getMessage()));
        }
    }

    private String text(String key) throws UnusableException {
        return database.<Optional<String>, RuntimeException>read(session -> session.first(
                        "SELECT value FROM meta WHERE key = ?",
                        List.of(SqlValue.of(key)),
                        row -> String.valueOf(row.getString(1))))
                .orElseThrow(() -> new UnusableException("found no " + key + ", expected one"));
    }

    /**
     * The statement that was subscribed to.
     *
     * @throws UnusableException when it is none
     */
    BoundStatement statement() throws UnusableException {
        try {
            List<SqlValue> arguments = database.<List<SqlValue>, RuntimeException>read(session -> session.query(
                    "SELECT value FROM arguments ORDER BY position", List.of(), row -> SqlSession.value(row, 1)));
            return BoundStatement.positional(SqlText.of(text("sql")).single(), arguments);
        } catch (SqlSyntaxException | ParameterMismatchException | StorageException e) {
            throw new UnusableException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The result as it was written last.
     *
     * @param query the same that the file was made for
     * @throws StorageException when SQLite fails
     */
    ResultRows load(SubscriptionQuery query) {
        int keys = query.table().key().size();
        return database.<ResultRows, RuntimeException>read(session -> {
            List<String> columns = session.query(
                    "SELECT name FROM columns ORDER BY position", List.of(), row -> String.valueOf(row.getString(1)));
            SequencedMap<List<SqlValue>, Row> rows = new LinkedHashMap<>();
            session.forEach(
                    "SELECT row_id, " + numbered("k", keys) + ", " + numbered("c", columns.size())
                            + " FROM query ORDER BY row_id",
                    List.of(),
                    row -> rows.put(
                            SqlSession.values(row, 2, keys),
                            new Row(row.getLong(1), SqlSession.values(row, keys + 2, columns.size()))));
            return new ResultRows(
                    query,
                    columns,
                    rows,
                    number(session, "SELECT value FROM meta WHERE key = 'last_row_id'"),
                    number(session, "SELECT max(id) FROM changes"));
        });
    }

    private static long number(SqlSession session, String sql) throws SQLException {
        return session.first(sql, List.of(), row -> row.getLong(1)).orElse(0L);
    }

    /** How many of the last changes are kept. */
    long kept() {
        return database.<Long, RuntimeException>read(session -> number(session, "SELECT count(*) FROM changes"));
    }

    /**
     * Writes changes. They survive the death of the process when this returns.
     *
     * @throws StorageException when SQLite fails; nothing is written then
     */
    void append(List<KeyedChange> changes) {
        database.<Boolean, RuntimeException>write(WritePriority.CLIENT, session -> {
            for (KeyedChange keyed : changes) {
                append(session, keyed);
            }
            return true;
        });
    }

    private static void append(SqlSession session, KeyedChange keyed) throws SQLException {
        Change change = keyed.change();
        SqlValue rowId = SqlValue.of(change.rowId());
        int cells = change.cells().size();
        switch (change.kind()) {
            case INSERT -> {
                session.execute(
                        insertRow(keyed.key().size(), cells), rowValues(change.rowId(), keyed.key(), change.cells()));
                meta(session, "last_row_id", rowId);
            }
            case UPDATE -> {
                List<SqlValue> values = new ArrayList<>(change.cells());
                values.add(rowId);
                String assignments = IntStream.rangeClosed(1, cells)
                        .mapToObj(i -> "c" + i + " = ?")
                        .collect(Collectors.joining(", "));
                session.execute("UPDATE query SET " + assignments + " WHERE row_id = ?", values);
            }
            case DELETE -> session.execute("DELETE FROM query WHERE row_id = ?", List.of(rowId));
        }
        List<SqlValue> values = new ArrayList<>();
        values.add(SqlValue.of(change.changeId()));
        values.add(SqlValue.of(change.kind().name()));
        values.add(rowId);
        values.add(SqlValue.of(change.update()));
        values.addAll(change.cells());
        session.execute("INSERT INTO changes VALUES (?, ?, ?, ?" + ", ?".repeat(cells) + ")", values);
    }

    /**
     * Changes that are kept.
     *
     * @param after number of the last one before them
     * @param last number of the last one of them
     * @param cells columns of the result
     * @throws StorageException when SQLite fails
     */
    List<Change> changes(long after, long last, int cells) {
        return database.<List<Change>, RuntimeException>read(session -> session.query(
                "SELECT id, kind, row_id, update_id, " + numbered("c", cells)
                        + " FROM changes WHERE id > ? AND id <= ? ORDER BY id",
                List.of(SqlValue.of(after), SqlValue.of(last)),
                row -> new Change(
                        Kind.valueOf(row.getString(2)),
                        row.getLong(3),
                        SqlSession.values(row, 5, cells),
                        row.getLong(1),
                        String.valueOf(row.getString(4)))));
    }

    /** Forgets all changes up to one. */
    void purge(long last) {
        database.<Boolean, RuntimeException>write(WritePriority.CLIENT, session -> {
            session.execute("DELETE FROM changes WHERE id <= ?", List.of(SqlValue.of(last)));
            return true;
        });
    }

    /** Closes the file and leaves it where it is. */
    @Override
    public void close() {
        database.close();
    }

    /**
     * Removes what a subscription left in a folder; the folder goes when nothing else is in it.
     *
     * @throws IOException when a file cannot be removed
     */
    static void remove(Path folder) throws IOException {
        for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
            Files.deleteIfExists(folder.resolve(NAME + suffix));
        }
        boolean empty;
        try (Stream<Path> left = Files.list(folder)) {
            empty = left.findAny().isEmpty();
        }
        if (empty) {
            Files.deleteIfExists(folder);
        }
    }

    Path folder() {
        return folder;
    }
}
