package dev.gridlock.store.storage;

import dev.gridlock.store.config.StoreConfig;
import java.util.Collections;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * An opened database with what is known of it. Thread-safe.
 *
 * @param database the connections
 * @param tables the replicated tables by name
 * @param actors everybody who ever wrote
 * @param versions which versions are here
 */
public record Storage(Database database, SortedMap<String, TableSchema> tables, Actors actors, VersionLog versions)
        implements AutoCloseable {
    public Storage {
        tables = Collections.unmodifiableSortedMap(tables);
    }

    /**
     * Opens the database, applies the schema files and reads the bookkeeping.
     *
     * @param node the node's name
     * @param onFatal told when the disk or the file is broken, now or later
     * @throws SchemaException when a schema file cannot be applied; the database is closed then
     * @throws StorageException when SQLite fails; the database is closed then
     */
    public static Storage open(StoreConfig.Db config, String node, Consumer<StorageException> onFatal)
            throws SchemaException {
        Database database = Database.open(config, onFatal);
        try {
            SortedMap<String, TableSchema> tables =
                    SchemaInstaller.install(database, SchemaFiles.read(config.schemaPaths()));
            return new Storage(database, tables, Actors.open(database, node), VersionLog.open(database));
        } catch (SchemaException | RuntimeException e) {
            database.close();
            throw e;
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
