package dev.gridlock.store.storage;

import dev.gridlock.store.config.StoreConfig;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;

/** An opened database with what is known of it. Thread-safe. */
public final class Storage implements AutoCloseable {
    private final StoreConfig.Db config;
    private final Database database;
    private final Tables tables;
    private final Actors actors;
    private final VersionLog versions;
    private final RowStates rows;
    private final LocalCapture capture;

    private Storage(StoreConfig.Db config, Database database, Tables tables, Actors actors) {
        this.config = config;
        this.database = database;
        this.tables = tables;
        this.actors = actors;
        this.versions = VersionLog.open(database);
        this.rows = new RowStates(tables, actors);
        this.capture = LocalCapture.open(database, tables);
    }

    /**
     * Opens the database, applies the schema files and reads the bookkeeping.
     *
     * @param node the node's name
     * @param onFatal told when the disk or the file is broken, now or later
     * @param waits told how long writes waited for their turn
     * @throws SchemaException when a schema file cannot be applied; the database is closed then
     * @throws StorageException when SQLite fails; the database is closed then
     */
    public static Storage open(StoreConfig.Db config, String node, Consumer<StorageException> onFatal, WriteWaits waits)
            throws SchemaException {
        Database database = Database.open(config, onFatal, waits);
        try {
            SchemaModel model = SchemaInstaller.model(SchemaFiles.read(config.schemaPaths()));
            SortedMap<String, TableSchema> tables = database.<SortedMap<String, TableSchema>, SchemaException>write(
                    WritePriority.BACKGROUND, session -> SchemaInstaller.install(session, model));
            return new Storage(config, database, new Tables(tables), Actors.open(database, node));
        } catch (SchemaException | RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** Opens the database without anybody who wants to know of waits. */
    public static Storage open(StoreConfig.Db config, String node, Consumer<StorageException> onFatal)
            throws SchemaException {
        return open(config, node, onFatal, WriteWaits.IGNORED);
    }

    /**
     * Reads the schema files again and makes the tables, columns and indexes that are new in them. Change sets that were rejected for
     * want of these can be taken in afterwards.
     *
     * @throws SchemaException when the files cannot be read or ask for what cannot be done; nothing is changed then
     * @throws StorageException when SQLite fails; nothing is changed then
     */
    public void reload() throws SchemaException {
        SchemaModel model = SchemaInstaller.model(SchemaFiles.read(config.schemaPaths()));
        database.<SortedMap<String, TableSchema>, SchemaException>writeSchema(
                session -> {
                    LocalCapture.remove(session, tables.current().values());
                    SortedMap<String, TableSchema> fresh = SchemaInstaller.install(session, model);
                    LocalCapture.install(session, fresh.values());
                    return fresh;
                },
                fresh -> {
                    tables.replace(fresh);
                    rows.reload();
                });
    }

    /**
     * How many changes wait for the rest of their transaction.
     *
     * @throws StorageException when SQLite fails
     */
    public long bufferedChanges() {
        return database.read(session -> session.first(
                        "SELECT count(*) FROM __corro_buffered_changes", List.of(), row -> row.getLong(1))
                .orElse(0L));
    }

    /** The connections. */
    public Database database() {
        return database;
    }

    /** The replicated tables. */
    public Tables tables() {
        return tables;
    }

    /** Everybody who ever wrote. */
    public Actors actors() {
        return actors;
    }

    /** Which versions are here. */
    public VersionLog versions() {
        return versions;
    }

    RowStates rows() {
        return rows;
    }

    LocalCapture capture() {
        return capture;
    }

    @Override
    public void close() {
        database.close();
    }
}
