package dev.gridlock.store.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.value.SqlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadTest {
    private static final String FIRST = "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a TEXT NOT NULL DEFAULT '');";
    private static final String SECOND =
            "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a TEXT NOT NULL DEFAULT '', b INTEGER NOT NULL DEFAULT 7);"
                    + " CREATE INDEX by_b ON t (b); CREATE TABLE u (id TEXT NOT NULL PRIMARY KEY, v);";

    @TempDir
    Path folder;

    @Test
    void tablesColumnsAndIndexesAreAddedToARunningNode() throws Exception {
        try (TestDatabase a = new TestDatabase(folder.resolve("a"), FIRST);
                TestDatabase b = new TestDatabase(folder.resolve("b"), SECOND)) {
            a.commit("INSERT INTO t VALUES (1, 'x')");
            assertThat(a.rows("SELECT * FROM t", 2)).containsExactly(List.of(SqlValue.of(1), SqlValue.of("x")));
            List<ChangeSet> ahead = List.of(
                    b.commit("INSERT INTO t (id, b) VALUES (2, 5)").getFirst(),
                    b.commit("INSERT INTO u VALUES ('k', 'v')").getFirst());
            assertThat(a.apply(ahead).rejected()).hasSize(2);

            reload(a, SECOND);
            assertThat(a.storage.tables().current()).containsOnlyKeys("t", "u");
            assertThat(a.apply(ahead).applied()).as("what was rejected before").isEqualTo(ahead);
            assertThat(a.rows("SELECT * FROM t ORDER BY id", 3))
                    .as("a statement that was prepared before sees the new column")
                    .containsExactly(
                            List.of(SqlValue.of(1), SqlValue.of("x"), SqlValue.of(7)),
                            List.of(SqlValue.of(2), SqlValue.of(""), SqlValue.of(5)));
            assertThat(a.rows("SELECT name FROM sqlite_master WHERE name = 'by_b'", 1))
                    .hasSize(1);

            b.apply(a.committed);
            assertThat(b.state().digest()).isEqualTo(a.state().digest());
            List<ChangeSet> more = a.commit("UPDATE t SET b = 8", "INSERT INTO u VALUES ('l', 1)");
            assertThat(more)
                    .singleElement()
                    .satisfies(set -> assertThat(set.changes()).hasSize(3));
            b.apply(more);
            assertThat(b.state().digest()).isEqualTo(a.state().digest());
            assertThat(a.read(a.self(), 1, 9).sets()).hasSize(2);
        }
    }

    @Test
    void whatIsNotAllowedIsRefusedAndChangesNothing() throws Exception {
        try (TestDatabase a = new TestDatabase(folder.resolve("a"), FIRST)) {
            a.commit("INSERT INTO t VALUES (1, 'x')");
            String before = a.state().digest();
            for (String[] refused : new String[][] {
                {"CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY);", "found table t without its column a"},
                {
                    "CREATE TABLE new (id TEXT NOT NULL PRIMARY KEY); " + FIRST.replace("a TEXT", "a BLOB"),
                    "found column t.a"
                },
                {FIRST + " CREATE UNIQUE INDEX i ON t (a);", "found a unique index"},
                {FIRST + " CREATE TABLE x (a);", "found table x without a primary key"},
            }) {
                assertThatThrownBy(() -> reload(a, refused[0]))
                        .isInstanceOf(SchemaException.class)
                        .hasMessageContaining(refused[1]);
            }
            Files.delete(folder.resolve("a/schema.sql"));
            assertThatThrownBy(() -> a.storage.reload())
                    .isInstanceOf(SchemaException.class)
                    .hasMessageContaining("found a schema file that cannot be read");
            assertThat(a.storage.tables().current()).containsOnlyKeys("t");
            assertThat(a.rows("SELECT name FROM sqlite_master WHERE name = 'new'", 1))
                    .isEmpty();
            assertThat(a.state().digest()).isEqualTo(before);
            assertThat(a.commit("UPDATE t SET a = 'y'"))
                    .as("the capture still works")
                    .hasSize(1);
        }
    }

    private static void reload(TestDatabase db, String schema) throws Exception {
        Files.writeString(db.config.schemaPaths().getFirst(), schema);
        db.storage.reload();
    }
}
