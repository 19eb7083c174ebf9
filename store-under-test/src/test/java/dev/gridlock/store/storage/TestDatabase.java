package dev.gridlock.store.storage;

import dev.gridlock.store.clock.HybridClock;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.sql.BoundStatement;
import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.value.SqlValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The storage of one node without the rest of it. */
final class TestDatabase implements AutoCloseable {
    final StoreConfig.Db config;
    final Storage storage;
    final Database database;
    final VersionLog versions;
    final LocalCommits commits;
    final RemoteApply apply;
    final ChangeReader reader;
    final List<ChangeSet> committed = new ArrayList<>();
    /** What the node would end with. */
    final List<StorageException> failures = new ArrayList<>();

    TestDatabase(Path folder, String schema) throws SchemaException, IOException {
        this(folder, schema, StoreConfig.Limits.ORDINARY, StoreConfig.Writers.ORDINARY, (queue, nanos) -> {});
    }

    TestDatabase(Path folder, String schema, StoreConfig.Limits limits, StoreConfig.Writers writers, WriteWaits waits)
            throws SchemaException, IOException {
        Files.createDirectories(folder);
        Path file = Files.writeString(folder.resolve("schema.sql"), schema);
        config = new StoreConfig.Db(
                folder.resolve("store.db"), List.of(file), StoreConfig.Synchronous.OFF, 2, limits, writers);
        storage = Storage.open(config, folder.getFileName().toString(), failures::add, waits);
        database = storage.database();
        versions = storage.versions();
        commits = new LocalCommits(storage, new HybridClock(() -> 0), committed::add);
        apply = new RemoteApply(storage);
        reader = new ChangeReader(storage);
    }

    /** Commits statements without parameters; returns what other nodes must hear. */
    List<ChangeSet> commit(String... statements) throws Exception {
        List<BoundStatement> bound = new ArrayList<>();
        for (String statement : statements) {
            bound.add(BoundStatement.positional(SqlText.of(statement).single(), List.of()));
        }
        return commits.execute(bound, null).changes().stream().toList();
    }

    RemoteApply.Result apply(List<ChangeSet> sets) {
        return apply.apply(sets, Map.of(), applied -> {});
    }

    List<List<SqlValue>> rows(String sql, int columns) {
        return database.read(session -> session.query(sql, List.of(), row -> SqlSession.values(row, 1, columns)));
    }

    StateDigest.State state() {
        return new StateDigest(storage).read();
    }

    ActorId self() {
        return storage.actors().self();
    }

    ChangeReader.Found read(ActorId actor, long start, long end) {
        return reader.read(actor, new VersionRange(start, end));
    }

    @Override
    public void close() {
        database.close();
    }
}
