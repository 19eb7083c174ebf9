package dev.gridlock.store.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import dev.gridlock.store.value.SqlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Change sets between databases, without a network. */
class ReplicationTest {
    private static final String SCHEMA = """
        CREATE TABLE t (id TEXT NOT NULL PRIMARY KEY, a TEXT NOT NULL DEFAULT '', b, c REAL DEFAULT 1.5);
        CREATE TABLE tags (name TEXT NOT NULL, kind INTEGER NOT NULL, PRIMARY KEY (name, kind));
        """;

    @TempDir
    Path folder;

    @Test
    void randomHistoriesOfThreeDatabasesConvergeInAnyOrderOfDelivery() throws Exception {
        for (long seed = 1; seed <= 8; seed++) {
            converge(seed);
        }
    }

    private void converge(long seed) throws Exception {
        Random random = new Random(seed);
        try (TestDatabase a = open("a" + seed);
                TestDatabase b = open("b" + seed);
                TestDatabase c = open("c" + seed)) {
            List<TestDatabase> all = List.of(a, b, c);
            List<ChangeSet> sent = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                TestDatabase one = all.get(random.nextInt(3));
                sent.addAll(one.commit(randomStatement(random), randomStatement(random)));
                if (random.nextBoolean()) {
                    int from = random.nextInt(sent.size() + 1);
                    List<ChangeSet> batch = new ArrayList<>(sent.subList(from, sent.size()));
                    Collections.shuffle(batch, random);
                    assertThat(all.get(random.nextInt(3)).apply(batch).rejected())
                            .isEmpty();
                }
            }
            syncAll(all);
            assertThat(b.state()).as("seed %d", seed).usingRecursiveComparison().isEqualTo(a.state());
            assertThat(c.state()).as("seed %d", seed).usingRecursiveComparison().isEqualTo(a.state());
            assertThat(clocks(b)).as("seed %d: versions behind the rows", seed).isEqualTo(clocks(a));
            assertThat(clocks(c)).as("seed %d: versions behind the rows", seed).isEqualTo(clocks(a));
        }
    }

    private static String randomStatement(Random random) {
        String id = "'r" + random.nextInt(4) + "'";
        return switch (random.nextInt(9)) {
            case 0 ->
                "INSERT OR REPLACE INTO t (id, a, b) VALUES (" + id + ", 'a" + random.nextInt(3) + "', " + value(random)
                        + ")";
            case 1 -> "INSERT OR IGNORE INTO t (id) VALUES (" + id + ")";
            case 2, 3 -> "UPDATE t SET b = " + value(random) + " WHERE id = " + id;
            case 4 -> "UPDATE t SET a = 'a" + random.nextInt(3) + "', c = " + random.nextInt(3) + " WHERE id >= " + id;
            case 5 -> "DELETE FROM t WHERE id = " + id;
            case 6 -> "UPDATE OR REPLACE t SET id = 'r" + random.nextInt(4) + "' WHERE id = " + id;
            case 7 -> "INSERT OR IGNORE INTO tags VALUES (" + id + ", " + random.nextInt(2) + ")";
            default -> "DELETE FROM tags WHERE kind = " + random.nextInt(2);
        };
    }

    private static String value(Random random) {
        List<String> values = List.of("NULL", "1", "1.0", "2.5", "'1'", "'é'", "x'00ff'", "-7");
        return values.get(random.nextInt(values.size()));
    }

    /** Everybody asks everybody, twice, as the catch-up does. */
    private static void syncAll(List<TestDatabase> all) {
        for (int round = 0; round < 2; round++) {
            for (TestDatabase to : all) {
                for (TestDatabase from : all) {
                    sync(from, to);
                }
            }
        }
    }

    private static void sync(TestDatabase from, TestDatabase to) {
        for (Map.Entry<ActorId, ActorVersions> theirs : from.versions.snapshot().entrySet()) {
            ActorId actor = theirs.getKey();
            VersionSet ours = to.versions.of(actor).complete();
            for (VersionRange missing :
                    ours.missingFrom(theirs.getValue().complete()).reversed()) {
                ChangeReader.Found found = from.reader.read(actor, missing);
                Map<ActorId, List<VersionRange>> emptied =
                        found.emptied().isEmpty() ? Map.of() : Map.of(actor, found.emptied());
                assertThat(to.apply.apply(found.sets(), emptied, applied -> {}).rejected())
                        .isEmpty();
            }
        }
    }

    private static List<String> clocks(TestDatabase db) {
        return db.database.read(session -> session.query(
                "SELECT k1, col_name, col_version, hex(s.site_id), c.db_version, seq FROM t__crsql_clock c"
                        + " LEFT JOIN crsql_site_id s ON s.ordinal = c.site_id ORDER BY 1, 2",
                List.of(),
                row -> SqlSession.values(row, 1, 6).toString()));
    }

    @Test
    void aThirdDatabaseLearnsOfADeleteThatTwoOthersMadeAtOnce() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b");
                TestDatabase c = open("c")) {
            List<ChangeSet> insert = a.commit("INSERT INTO t (id) VALUES ('x')");
            b.apply(insert);
            c.apply(insert);
            List<ChangeSet> deletedByA = a.commit("DELETE FROM t");
            List<ChangeSet> deletedByB = b.commit("DELETE FROM t");
            a.apply(deletedByB);
            b.apply(deletedByA);
            sync(a, c);
            assertThat(c.state().rows()).as("after hearing from a alone").isZero();
            sync(b, c);
            assertThat(c.state().digest())
                    .isEqualTo(a.state().digest())
                    .isEqualTo(b.state().digest());
        }
    }

    @Test
    void anUpdateLosesAgainstAConcurrentDeleteEverywhere() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            b.apply(a.commit("INSERT INTO t (id) VALUES ('x')"));
            List<ChangeSet> update = a.commit("UPDATE t SET a = 'late'");
            List<ChangeSet> delete = b.commit("DELETE FROM t");
            a.apply(delete);
            b.apply(update);
            assertThat(a.state().rows()).isZero();
            assertThat(b.state().rows()).isZero();
        }
    }

    @Test
    void aRowThatComesBackHasNothingOfItsFormerLife() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            b.apply(a.commit("INSERT INTO t (id, a, b) VALUES ('x', 'old', 'old')"));
            a.commit("DELETE FROM t");
            b.apply(a.commit("INSERT INTO t (id, a) VALUES ('x', 'new')"));
            assertThat(b.rows("SELECT a, b, c FROM t", 3))
                    .as("b missed the delete")
                    .containsExactly(List.of(SqlValue.of("new"), SqlValue.Null.VALUE, SqlValue.of(1.5)));
            assertThat(b.state().digest()).isEqualTo(a.state().digest());
        }
    }

    @Test
    void theNextLifeBeginsWithDefaultsWhenOnlyOneOfItsColumnsHasArrived() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            b.apply(a.commit("INSERT INTO t (id, a, b, c) VALUES ('x', 'old', 'old', 9)"));
            RowKey row = new RowKey("t", List.of(SqlValue.of("x")));
            ActorId other = new ActorId(new UUID(7, 7));
            b.apply(List.of(ChangeSet.whole(
                    other,
                    "other",
                    1,
                    ChangeSet.UNKNOWN_TIME,
                    List.of(new Change(row, "a", SqlValue.of("new"), 2, 3, 0)))));
            assertThat(b.rows("SELECT a, b, c FROM t", 3))
                    .containsExactly(List.of(SqlValue.of("new"), SqlValue.Null.VALUE, SqlValue.of(1.5)));
        }
    }

    @Test
    void anEmptiedVersionIsKnownWithoutChanges() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            a.commit("INSERT INTO t (id) VALUES ('x')");
            a.commit("UPDATE t SET a = '1'");
            a.commit("UPDATE t SET a = '2'");
            a.commit("UPDATE t SET a = '3'");
            ChangeReader.Found found = a.read(a.self(), 1, 9);
            assertThat(found.emptied()).containsExactly(new VersionRange(2, 3));
            assertThat(found.sets()).extracting(ChangeSet::version).containsExactly(1L, 4L);
            sync(a, b);
            assertThat(b.versions.of(a.self()).complete()).hasToString("1..4");
            assertThat(b.read(a.self(), 2, 3).emptied()).containsExactly(new VersionRange(2, 3));
            assertThat(b.state().digest()).isEqualTo(a.state().digest());
        }
    }

    @Test
    void gapsAreRememberedOverARestart() throws Exception {
        try (TestDatabase a = open("a")) {
            List<ChangeSet> sets = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                sets.addAll(a.commit("INSERT INTO t (id) VALUES ('r" + i + "')"));
            }
            try (TestDatabase b = open("b")) {
                b.apply(List.of(sets.get(0), sets.get(4)));
                assertThat(b.versions.of(a.self()).need()).containsExactly(new VersionRange(2, 4));
            }
            try (TestDatabase b = open("b")) {
                assertThat(b.versions.of(a.self()).need()).containsExactly(new VersionRange(2, 4));
                sync(a, b);
                assertThat(b.state().digest()).isEqualTo(a.state().digest());
            }
        }
    }

    @Test
    void oneBadChangeSetDoesNotHoldUpTheOthers() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            List<ChangeSet> good = a.commit("INSERT INTO t (id) VALUES ('x')");
            ActorId stranger = new ActorId(new UUID(1, 1));
            ChangeSet noTable = set(stranger, 1, "nowhere", "a", SqlValue.of(1));
            ChangeSet noColumn = set(stranger, 2, "t", "zz", SqlValue.of(1));
            ChangeSet noValue = set(stranger, 3, "t", "a", SqlValue.Null.VALUE);
            RemoteApply.Result result = b.apply(List.of(noTable, noColumn, good.getFirst(), noValue));
            assertThat(result.applied()).isEqualTo(good);
            assertThat(result.rejected())
                    .extracting(RemoteApply.Rejected::reason)
                    .containsExactly(
                            "found a change of table nowhere, expected one of [t, tags]",
                            "found a change of column t.zz, expected a column that this node has",
                            "found NULL for column t.a, expected a value");
            assertThat(b.versions.snapshot()).containsOnlyKeys(a.self());
        }
    }

    private static ChangeSet set(ActorId actor, long version, String table, String column, SqlValue value) {
        RowKey row = new RowKey(table, List.of(SqlValue.of("k")));
        return ChangeSet.whole(
                actor, "stranger", version, ChangeSet.UNKNOWN_TIME, List.of(new Change(row, column, value, 1, 1, 0)));
    }

    @Test
    void applyingTellsOfFreshChangeSetsOnlyAndOnce() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            List<ChangeSet> sets = a.commit("INSERT INTO t (id) VALUES ('x')");
            List<ChangeSet> told = new ArrayList<>();
            b.apply.apply(sets, new TreeMap<>(), told::addAll);
            b.apply.apply(sets, new TreeMap<>(), told::addAll);
            assertThat(told).isEqualTo(sets);
        }
    }

    private TestDatabase open(String name) throws Exception {
        return new TestDatabase(folder.resolve(name), SCHEMA);
    }
}
