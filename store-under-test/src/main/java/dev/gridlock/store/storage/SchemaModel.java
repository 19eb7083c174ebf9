package dev.gridlock.store.storage;

import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.storage.SchemaFiles.SchemaStatement;
import dev.gridlock.store.storage.TableSchema.Column;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a schema means, as SQLite itself reads it: the statements are run in an empty database in memory, and the result is
 * inspected.
 *
 * @param tables tables and their creating SQL, by name
 * @param indexes indexes in the order of their names
 */
record SchemaModel(Map<String, ModelTable> tables, List<ModelIndex> indexes) {

    /** A table with the SQL that creates it. */
    record ModelTable(TableSchema schema, String sql) {}

    /** An index with the SQL that creates it. */
    record ModelIndex(String name, String table, String sql) {}

    static SchemaModel of(List<SchemaStatement> statements) throws SchemaException, SQLException {
        SqlSession memory = new SqlSession(DriverManager.getConnection("jdbc:sqlite::memory:"));
        try {
            for (SchemaStatement statement : statements) {
                run(memory, statement);
            }
            Map<String, ModelTable> tables = new LinkedHashMap<>();
            for (String name : tableNames(memory)) {
                String sql = creatingSql(memory, "table", name).orElseThrow();
                tables.put(name, new ModelTable(inspect(memory, name), sql));
            }
            return new SchemaModel(tables, indexes(memory));
        } finally {
            memory.close();
        }
    }

    private static void run(SqlSession memory, SchemaStatement statement) throws SchemaException {
        try {
            memory.execute(statement.text().sql());
        } catch (SQLException e) {
            throw new SchemaException(statement.file() + ": " + StorageException.reason(e));
        }
    }

    /** Names of all ordinary tables, in order. */
    static List<String> tableNames(SqlSession session) throws SQLException {
        return session.query(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER"
                        + " BY name",
                List.of(), row -> row.getString(1));
    }

    static Optional<String> creatingSql(SqlSession session, String type, String name) throws SQLException {
        return session
                .query(
                        "SELECT name, sql FROM sqlite_master WHERE type = '" + type + "' ORDER BY name",
                        List.of(),
                        row -> Map.entry(row.getString(1), row.getString(2)))
                .stream()
                .filter(entry -> entry.getKey().equals(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    static List<ModelIndex> indexes(SqlSession session) throws SQLException {
        return session.query(
                "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name",
                List.of(),
                row -> new ModelIndex(row.getString(1), row.getString(2), row.getString(3)));
    }

    /** Reads the columns of a table, and refuses a primary key that cannot identify a row on every node. */
    static TableSchema inspect(SqlSession session, String table) throws SchemaException, SQLException {
        record Found(Column column, int keyPosition, boolean generated) {}
        List<Found> found = session.query(
                "PRAGMA table_xinfo(" + SqlText.quote(table) + ")",
                List.of(),
                row -> new Found(column(row), row.getInt("pk"), row.getInt("hidden") != 0));
        List<Column> key = found.stream()
                .filter(f -> f.keyPosition() > 0)
                .sorted(Comparator.comparingInt(Found::keyPosition))
                .map(Found::column)
                .toList();
        if (key.isEmpty()) {
            throw new SchemaException("found table " + table + " without a primary key, expected one");
        }
        List<Column> values = new ArrayList<>();
        for (Found f : found) {
            Column column = f.column();
            if (f.generated()) {
                throw new SchemaException("found generated column " + table + "." + column.name()
                        + ", expected columns with only a type, PRIMARY KEY, NOT NULL and DEFAULT");
            }
            if (f.keyPosition() > 0) {
                requireNotNull(table, column);
            } else {
                requireDefault(table, column);
                values.add(column);
            }
        }
        return new TableSchema(table, key, values);
    }

    private static Column column(ResultSet row) throws SQLException {
        return new Column(
                row.getString("name"), row.getString("type"), row.getInt("notnull") != 0, row.getString("dflt_value"));
    }

    private static void requireNotNull(String table, Column column) throws SchemaException {
        if (!column.notNull()) {
            throw new SchemaException(
                    "found primary key column " + table + "." + column.name() + " that may be NULL, expected NOT NULL");
        }
    }

    private static void requireDefault(String table, Column column) throws SchemaException {
        if (column.notNull() && column.fallback() == null) {
            throw new SchemaException("found column " + table + "." + column.name()
                    + " NOT NULL without DEFAULT, expected a default: columns arrive one by one");
        }
    }
}
