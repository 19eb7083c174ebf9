package dev.gridlock.store.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.value.SqlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        CREATE VIEW v AS SELECT 1                                            | found "CREATE VIEW v AS SELECT 1", expected CREATE TABLE or CREATE INDEX
        INSERT INTO t VALUES (1)                                             | found "INSERT INTO t VALUES (1)", expected CREATE TABLE or CREATE INDEX
        CREATE UNIQUE INDEX i ON t (a)                                       | found a unique index, expected only plain ones
        CREATE TABLE t (a)                                                   | found table t without a primary key
        CREATE TABLE t (a INTEGER PRIMARY KEY)                               | found primary key column t.a that may be NULL, expected NOT NULL
        CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY, b TEXT NOT NULL)        | found column t.b NOT NULL without DEFAULT
        CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY, b TEXT UNIQUE)          | found UNIQUE in table t
        CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY, b INT CHECK (b > 1))    | found CHECK in table t
        CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY COLLATE NOCASE)          | found COLLATE in table t
        CREATE TABLE t (a INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT)        | found AUTOINCREMENT in table t
        CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY, b TEXT REFERENCES t(a)) | found REFERENCES in table t
        CREATE TABLE __corro_x (a TEXT NOT NULL PRIMARY KEY)                 | found table __corro_x, expected a name outside the reserved
        CREATE TABLE x__crsql_clock (a TEXT NOT NULL PRIMARY KEY)            | found table x__crsql_clock, expected a name outside the reserved
        CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY, b TEXT DEFAULT          | incomplete input
        CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY, "b                      | that is never closed
        """)
    void aSchemaThatCannotBeReplicatedIsRefused(String sql, String message) {
        assertThatThrownBy(() -> new TestDatabase(folder.resolve("a"), sql).close())
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aMissingFileIsNamed() {
        Path missing = folder.resolve("missing.sql");
        assertThatThrownBy(() -> SchemaFiles.read(List.of(missing)))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining(missing.toString());
    }

    @Test
    void aFolderIsReadInTheOrderOfItsNames() throws Exception {
        Files.writeString(folder.resolve("2.sql"), "CREATE INDEX i ON t (b);");
        Files.writeString(folder.resolve("1.sql"), "CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY, b TEXT);");
        Files.writeString(folder.resolve("readme.txt"), "not SQL");
        assertThat(SchemaFiles.read(List.of(folder)))
                .extracting(statement ->
                        statement.text().firstKeyword() + " " + statement.file().getFileName())
                .containsExactly("CREATE 1.sql", "CREATE 2.sql");
    }

    @Test
    void aColumnCanBeAddedLater() throws Exception {
        try (TestDatabase db =
                new TestDatabase(folder.resolve("a"), "CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY, b TEXT);")) {
            db.commit("INSERT INTO t VALUES ('k', 'v')");
        }
        String more =
                "CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY, b TEXT, c INTEGER NOT NULL DEFAULT 7); CREATE INDEX i ON"
                        + " t (c);";
        try (TestDatabase db = new TestDatabase(folder.resolve("a"), more)) {
            assertThat(db.rows("SELECT a, b, c FROM t", 3))
                    .containsExactly(List.of(SqlValue.of("k"), SqlValue.of("v"), SqlValue.of(7)));
            assertThat(db.commit("UPDATE t SET c = 8")).hasSize(1);
        }
    }

    @Test
    void whatWouldLoseDataIsRefused() throws Exception {
        String first = "CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY, b TEXT);";
        new TestDatabase(folder.resolve("a"), first).close();
        for (String changed : List.of(
                "CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY);",
                "CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY, b INTEGER);",
                "CREATE TABLE t (a TEXT NOT NULL, b TEXT NOT NULL, PRIMARY KEY (a, b));")) {
            assertThatThrownBy(() -> new TestDatabase(folder.resolve("a"), changed).close())
                    .as(changed)
                    .isInstanceOf(SchemaException.class);
        }
        new TestDatabase(folder.resolve("a"), first).close();
    }

    @Test
    void aTableThatTheFilesNoLongerNameIsStillReplicated() throws Exception {
        new TestDatabase(folder.resolve("a"), "CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY);").close();
        try (TestDatabase db = new TestDatabase(folder.resolve("a"), "CREATE TABLE u (a TEXT NOT NULL PRIMARY KEY);")) {
            assertThat(db.storage.tables().current()).containsOnlyKeys("t", "u");
            assertThat(db.commit("INSERT INTO t VALUES ('x')")).hasSize(1);
        }
    }
}
