package dev.gridlock.store.storage;

import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.storage.SchemaFiles.SchemaStatement;
import dev.gridlock.store.storage.SchemaModel.ModelIndex;
import dev.gridlock.store.storage.SchemaModel.ModelTable;
import dev.gridlock.store.storage.TableSchema.Column;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Brings the database to what the schema files say: makes tables and indexes, adds columns, and makes the clock table beside
 * each table. It never drops or alters a table or a column.
 */
final class SchemaInstaller {
    private SchemaInstaller() {}

    /**
     * What the statements mean.
     *
     * @throws SchemaException when they ask for what cannot be replicated
     * @throws StorageException when SQLite fails
     */
    static SchemaModel model(List<SchemaStatement> statements) throws SchemaException {
        try {
            return SchemaModel.of(statements);
        } catch (SQLException e) {
            throw new StorageException("the schema cannot be read: ", e);
        }
    }

    /**
     * Applies the schema in the caller's transaction.
     *
     * @return every replicated table by name, also those of earlier starts that the files no longer name
     * @throws SchemaException when the files ask for what cannot be done; the transaction must be rolled back then
     */
    static SortedMap<String, TableSchema> install(SqlSession session, SchemaModel model)
            throws SchemaException, SQLException {
        for (ModelTable table : model.tables().values()) {
            Optional<String> existing =
                    SchemaModel.creatingSql(session, "table", table.schema().name());
            if (existing.isEmpty()) {
                session.execute(table.sql());
            } else {
                addColumns(session, table.schema());
            }
            createClock(session, table.schema());
        }
        installIndexes(session, model);
        SortedMap<String, TableSchema> tables = new TreeMap<>();
        List<String> names = SchemaModel.tableNames(session);
        for (String name : names) {
            if (names.contains(name + "__crsql_clock")) {
                tables.put(name, SchemaModel.inspect(session, name));
            }
        }
        return tables;
    }

    private static void addColumns(SqlSession session, TableSchema wanted) throws SchemaException, SQLException {
        TableSchema current = SchemaModel.inspect(session, wanted.name());
        if (!current.key().equals(wanted.key())) {
            throw new SchemaException("found another primary key for table " + wanted.name() + ": " + wanted.key()
                    + ", expected the one that the database has: " + current.key());
        }
        for (Column column : current.values()) {
            Optional<Column> same = wanted.value(column.name());
            if (same.isEmpty()) {
                throw new SchemaException("found table " + wanted.name() + " without its column " + column.name()
                        + ", expected all columns that the database has: dropping one is not possible");
            }
            if (!same.get().equals(column)) {
                throw new SchemaException("found column " + wanted.name() + "." + column.name() + " changed to "
                        + same.get().definition() + ", expected " + column.definition());
            }
        }
        for (Column column : wanted.values()) {
            if (current.value(column.name()).isEmpty()) {
                session.execute("ALTER TABLE " + wanted.quoted() + " ADD COLUMN " + column.definition());
            }
        }
    }

    /** Column versions by row and column; the second index finds the changes of a version for a peer that asks. */
    private static void createClock(SqlSession session, TableSchema table) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS " + table.clock() + " (" + table.clockKey("")
                + ", col_name TEXT NOT NULL, col_version INTEGER NOT NULL, db_version INTEGER, site_id INTEGER, seq"
                + " INTEGER, PRIMARY KEY (" + table.clockKey("") + ", col_name)) WITHOUT ROWID");
        session.execute("CREATE INDEX IF NOT EXISTS " + SqlText.quote(table.name() + "__crsql_clock_dbv_idx") + " ON "
                + table.clock() + " (site_id, db_version)");
    }

    private static void installIndexes(SqlSession session, SchemaModel model) throws SQLException {
        List<ModelIndex> current = SchemaModel.indexes(session).stream()
                .filter(index -> model.tables().containsKey(index.table()))
                .toList();
        for (ModelIndex index : current) {
            if (!model.indexes().contains(index)) {
                session.execute("DROP INDEX " + SqlText.quote(index.name()));
            }
        }
        for (ModelIndex index : model.indexes()) {
            if (!current.contains(index)) {
                session.execute(index.sql());
            }
        }
    }
}
