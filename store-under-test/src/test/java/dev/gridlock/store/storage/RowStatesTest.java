package dev.gridlock.store.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.value.SqlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The remembered states of rows are those on disk, whatever happens. */
class RowStatesTest {
    private static final String SCHEMA = """
        CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a TEXT NOT NULL DEFAULT '', b);
        CREATE TABLE tags (id INTEGER NOT NULL PRIMARY KEY);
        """;

    @TempDir
    Path folder;

    @Test
    void rememberedStatesAreThoseOnDisk() throws Exception {
        for (long seed = 1; seed <= 10; seed++) {
            Random random = new Random(seed);
            try (TestDatabase a = new TestDatabase(folder.resolve("a" + seed), SCHEMA);
                    TestDatabase b = new TestDatabase(folder.resolve("b" + seed), SCHEMA)) {
                List<ChangeSet> sent = new ArrayList<>();
                for (int i = 0; i < 60; i++) {
                    step(random, a, b, sent);
                    assertSame(a, seed);
                    assertSame(b, seed);
                }
                a.apply(b.committed);
                b.apply(a.committed);
                assertThat(b.state().digest())
                        .as("seed %d", seed)
                        .isEqualTo(a.state().digest());
            }
        }
    }

    private static void step(Random random, TestDatabase a, TestDatabase b, List<ChangeSet> sent) throws Exception {
        TestDatabase one = random.nextBoolean() ? a : b;
        int id = random.nextInt(5);
        switch (random.nextInt(10)) {
            case 0 -> sent.addAll(one.commit("DELETE FROM t WHERE id = " + id));
            case 1 -> sent.addAll(one.commit("INSERT OR IGNORE INTO tags VALUES (" + id + ")"));
            case 2 -> sent.addAll(one.commit("DELETE FROM tags WHERE id >= " + id));
            case 3 ->
                sent.addAll(one.commit("UPDATE OR REPLACE t SET id = " + random.nextInt(5) + " WHERE id = " + id));
            case 4 ->
                // undone as a whole, after the row was changed
                assertThatThrownBy(() -> one.commit(
                                "INSERT OR REPLACE INTO t (id, a) VALUES (" + id + ", 'undone')",
                                "INSERT INTO t (id) VALUES (" + id + ")"))
                        .isInstanceOf(StatementFailedException.class);
            case 5 -> one.storage.reload();
            case 6, 7 -> {
                List<ChangeSet> batch = new ArrayList<>(sent.subList(random.nextInt(sent.size() + 1), sent.size()));
                Collections.shuffle(batch, random);
                batch.removeIf(set -> set.actor().equals(one.self()));
                one.apply(batch);
            }
            default ->
                sent.addAll(one.commit("INSERT INTO t (id, a, b) VALUES (" + id + ", 'n', 1) ON CONFLICT (id) DO UPDATE"
                        + " SET a = 'v" + random.nextInt(3) + "', b = " + random.nextInt(3)));
        }
    }

    private static void assertSame(TestDatabase db, long seed) {
        RowStates fresh = new RowStates(db.storage.tables(), db.storage.actors());
        db.database.write(WritePriority.BACKGROUND, session -> {
            for (String table : List.of("t", "tags")) {
                for (int id = 0; id < 5; id++) {
                    RowKey row = new RowKey(table, List.of(SqlValue.of(id)));
                    assertThat(db.storage.rows().load(session, row))
                            .as("seed %d, row %s", seed, row)
                            .isEqualTo(fresh.load(session, row));
                }
            }
            return 0;
        });
    }

    @Test
    void aRowThatWasWrittenPastTheStoreIsTakenOver() throws Exception {
        try (TestDatabase a = new TestDatabase(folder.resolve("a"), SCHEMA);
                TestDatabase b = new TestDatabase(folder.resolve("b"), SCHEMA)) {
            a.commit("DELETE FROM t");
            a.database.write(WritePriority.BACKGROUND, session -> {
                session.execute("INSERT INTO t VALUES (1, 'past', 7)");
                session.execute("DELETE FROM temp.__gridlock_log");
                return 0;
            });
            a.apply(b.commit("INSERT INTO t (id, a) VALUES (1, 'by the rules')"));
            assertThat(a.state().digest()).isEqualTo(b.state().digest());
        }
    }

    @Test
    void aSchemaThatCannotBeReloadedLeavesTheStatesAsTheyAre() throws Exception {
        try (TestDatabase a = new TestDatabase(folder.resolve("a"), SCHEMA)) {
            a.commit("INSERT INTO t (id) VALUES (1)");
            Files.writeString(a.config.schemaPaths().getFirst(), "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY);");
            assertThatThrownBy(() -> a.storage.reload()).isInstanceOf(SchemaException.class);
            assertSame(a, 0);
            assertThat(a.commit("UPDATE t SET a = 'x'")).hasSize(1);
            assertSame(a, 0);
        }
    }
}
