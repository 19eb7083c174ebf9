package dev.gridlock.store.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.sql.BoundStatement;
import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.value.SqlValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalCommitsTest {
    private static final String SCHEMA = """
        CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL DEFAULT '', any_value);
        CREATE TABLE pairs (a TEXT NOT NULL, b INTEGER NOT NULL, v TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID;
        CREATE TABLE tags (name TEXT NOT NULL PRIMARY KEY);
        """;

    @TempDir
    Path folder;

    private TestDatabase db;

    @BeforeEach
    void open() throws Exception {
        db = new TestDatabase(folder.resolve("a"), SCHEMA);
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void everyKindOfStatementIsSeen() throws Exception {
        assertThat(changes(db.commit("INSERT INTO t (id, name) VALUES (1, 'x'), (2, 'y')")))
                .containsExactly(
                        "t[1].any_value=NULL 1/1#0",
                        "t[1].name='x' 1/1#1",
                        "t[2].any_value=NULL 1/1#2",
                        "t[2].name='y' 1/1#3");
        assertThat(changes(db.commit("UPDATE t SET name = name || '!' WHERE id = 2")))
                .containsExactly("t[2].name='y!' 2/1#0");
        assertThat(changes(db.commit(
                        "INSERT INTO t (id, name) VALUES (1, 'z') ON CONFLICT (id) DO UPDATE SET name = 'up'")))
                .containsExactly("t[1].name='up' 2/1#0");
        assertThat(changes(db.commit("DELETE FROM t WHERE id = 1"))).containsExactly("t[1].-1=NULL 2/2#0");
        assertThat(changes(db.commit("INSERT OR REPLACE INTO t (id, name) VALUES (1, 'back')")))
                .containsExactly("t[1].-1=NULL 3/3#0", "t[1].any_value=NULL 1/3#1", "t[1].name='back' 1/3#2");
        assertThat(changes(db.commit("INSERT INTO tags VALUES ('new')"))).containsExactly("tags['new'].-1=NULL 1/1#0");
        assertThat(changes(db.commit("INSERT INTO pairs VALUES ('k', 7, NULL)")))
                .containsExactly("pairs[7, 'k'].v=NULL 1/1#0");
        assertThat(db.committed).extracting(ChangeSet::version).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void aChangedKeyIsADeathAndABirth() throws Exception {
        db.commit("INSERT INTO t (id, name) VALUES (1, 'x')");
        assertThat(changes(db.commit("UPDATE t SET id = 5")))
                .containsExactly("t[1].-1=NULL 2/2#0", "t[5].any_value=NULL 1/1#1", "t[5].name='x' 1/1#2");
    }

    @Test
    void writesThatChangeNothingMakeNoVersion() throws Exception {
        db.commit("INSERT INTO t (id, name) VALUES (1, 'x')");
        assertThat(db.commit("UPDATE t SET name = 'x'")).isEmpty();
        assertThat(db.commit("DELETE FROM t WHERE id = 99")).isEmpty();
        assertThat(db.commit("SELECT * FROM t")).isEmpty();
        assertThat(db.versions.head(db.self())).isEqualTo(1);
    }

    @Test
    void valuesThatSqliteCallsEqualButAreNotTheSameAreChanges() throws Exception {
        db.commit("INSERT INTO t (id, any_value) VALUES (1, 1)");
        assertThat(changes(db.commit("UPDATE t SET any_value = 1.0"))).containsExactly("t[1].any_value=1.0 2/1#0");
        assertThat(changes(db.commit("UPDATE t SET any_value = '1'"))).containsExactly("t[1].any_value='1' 3/1#0");
        assertThat(changes(db.commit("UPDATE t SET any_value = x'31'"))).containsExactly("t[1].any_value=x'31' 4/1#0");
    }

    @Test
    void aFailedStatementUndoesTheWholeTransaction() throws Exception {
        db.commit("INSERT INTO t (id) VALUES (1)");
        String digest = db.state().digest();
        assertThatThrownBy(() -> db.commit("INSERT INTO t (id) VALUES (2)", "INSERT INTO t (id) VALUES (1)"))
                .isInstanceOf(StatementFailedException.class)
                .hasMessage("UNIQUE constraint failed: t.id");
        assertThatThrownBy(() -> db.commit("INSERT INTO t (id) VALUES (3)", "SELECT * FROM nowhere"))
                .isInstanceOf(StatementFailedException.class)
                .hasMessage("no such table: nowhere");
        assertThat(db.state().digest()).isEqualTo(digest);
        assertThat(changes(db.commit("INSERT INTO t (id) VALUES (4)")))
                .as("nothing of the failed ones is left in the notes")
                .allMatch(change -> change.startsWith("t[4]"));
    }

    @Test
    void statementsThatLeaveTheTransactionAreRefused() throws Exception {
        for (String statement :
                List.of("COMMIT", "begin", "ROLLBACK", "PRAGMA journal_mode = DELETE", "ATTACH 'x' AS y", "VACUUM")) {
            assertThatThrownBy(() -> db.commit("INSERT INTO t (id) VALUES (1)", statement))
                    .as(statement)
                    .isInstanceOf(StatementFailedException.class)
                    .hasMessageContaining("expected a statement that stays inside the transaction");
        }
        assertThat(db.state().rows()).isZero();
    }

    @Test
    void statementsThatChangeTheSchemaAreRefused() {
        for (String statement : List.of("DROP TABLE t", "CREATE TABLE u (a)", "ALTER TABLE t ADD COLUMN z")) {
            assertThatThrownBy(() -> db.commit(statement))
                    .as(statement)
                    .isInstanceOf(StatementFailedException.class)
                    .hasMessageContaining("expected the schema to come from the schema files");
        }
    }

    @Test
    void aStatementThatRunsTooLongIsStopped() throws Exception {
        BoundStatement endless = BoundStatement.positional(
                SqlText.of("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) INSERT INTO t (id) SELECT i"
                        + " FROM n WHERE i < 0"),
                List.of());
        assertThatThrownBy(() -> db.commits.execute(List.of(endless), Duration.ofMillis(30)))
                .isInstanceOf(StatementFailedException.class)
                .hasMessageContaining("ran out of its time");
        assertThat(db.commit("INSERT INTO t (id) VALUES (1)")).hasSize(1);
    }

    @Test
    void rowsAffectedCountsWhatTheStatementTouched() throws Exception {
        List<BoundStatement> statements = List.of(
                statement("INSERT INTO t (id) VALUES (1), (2), (3)"),
                statement("UPDATE t SET name = 'n' WHERE id > ?", SqlValue.of(1)),
                statement("SELECT 1"),
                statement("INSERT INTO t (id) VALUES (4), (5) RETURNING id"),
                statement("DELETE FROM t"));
        assertThat(db.commits.execute(statements, null).statements())
                .extracting(LocalCommits.StatementOutcome::rowsAffected)
                .containsExactly(3L, 2L, 0L, 2L, 5L);
    }

    private static BoundStatement statement(String sql, SqlValue... arguments) throws Exception {
        return BoundStatement.positional(SqlText.of(sql), List.of(arguments));
    }

    private static List<String> changes(List<ChangeSet> sets) {
        return sets.stream()
                .flatMap(set -> set.changes().stream())
                .map(c -> c.row() + "." + c.column() + "=" + c.value() + " " + c.columnVersion() + "/"
                        + c.causalLength() + "#" + c.seq())
                .toList();
    }
}
