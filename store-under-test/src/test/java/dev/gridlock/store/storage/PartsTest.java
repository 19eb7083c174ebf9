package dev.gridlock.store.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeChunks;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.SeqRange;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.value.SqlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that arrive in parts. */
class PartsTest {
    private static final String SCHEMA = """
        CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a TEXT NOT NULL DEFAULT '', b);
        CREATE TABLE keys (x NOT NULL, y BLOB NOT NULL, z REAL NOT NULL, v, PRIMARY KEY (x, y, z));
        """;

    @TempDir
    Path folder;

    @Test
    void nothingIsSeenUntilTheLastPartArrivesAndThenAllOfIt() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            ChangeSet whole = a.commit("INSERT INTO t (id, a) VALUES (1, 'x'), (2, 'y'), (3, 'z')")
                    .getFirst();
            List<ChangeSet> parts = ChangeChunks.split(whole, 1);
            List<ChangeSet> told = new ArrayList<>();
            assertThat(parts).hasSize(6);
            for (ChangeSet part : parts.subList(1, 6).reversed()) {
                RemoteApply.Result result = b.apply.apply(List.of(part), Map.of(), told::addAll);
                assertThat(result.buffered()).containsExactly(part);
                assertThat(result.applied()).isEmpty();
            }
            assertThat(b.state().rows()).isZero();
            assertThat(told).isEmpty();
            assertThat(b.versions.contains(a.self(), 1)).isFalse();
            assertThat(b.versions.containsPart(a.self(), 1, new SeqRange(1, 5))).isTrue();
            assertThat(b.versions.containsPart(a.self(), 1, new SeqRange(0, 1))).isFalse();
            assertThat(b.versions.missing(a.self(), 1)).hasValue(new PartialVersion(5, List.of(new SeqRange(0, 0))));

            RemoteApply.Result last = b.apply.apply(List.of(parts.getFirst()), Map.of(), told::addAll);
            assertThat(last.applied()).containsExactly(whole);
            assertThat(last.buffered()).isEmpty();
            assertThat(told).containsExactly(whole);
            assertThat(b.state()).usingRecursiveComparison().isEqualTo(a.state());
            assertThat(buffered(b)).isZero();
            assertThat(b.versions.missing(a.self(), 1)).isEmpty();
            assertThat(b.versions.containsPart(a.self(), 1, new SeqRange(0, 99)))
                    .isTrue();
        }
    }

    @Test
    void partsThatOverlapRepeatOrDisagreeAboutTheEndAreTakenIn() throws Exception {
        try (TestDatabase b = open("b")) {
            ActorId actor = new ActorId(new UUID(5, 5));
            b.apply(List.of(part(actor, 0, 2, 3, 1)));
            assertThat(b.apply(List.of(part(actor, 1, 2, 3, 1))).buffered())
                    .as("all of it is here")
                    .isEmpty();
            b.apply(List.of(part(actor, 2, 3, 5, 3)));
            assertThat(b.versions.missing(actor, 9)).hasValue(new PartialVersion(5, List.of(new SeqRange(4, 5))));
            RemoteApply.Result last = b.apply(List.of(part(actor, 3, 5, 5)));
            assertThat(last.applied())
                    .singleElement()
                    .satisfies(set ->
                            assertThat(set.changes()).extracting(Change::seq).containsExactly(1L, 3L));
            assertThat(b.versions.of(actor).complete().gaps()).containsExactly(new VersionRange(1, 8));
        }
    }

    @Test
    void aVersionWhosePartsAreAllEmptyIsKnownWithoutChanges() throws Exception {
        try (TestDatabase b = open("b")) {
            ActorId actor = new ActorId(new UUID(5, 5));
            b.apply(List.of(part(actor, 0, 2, 3), part(actor, 3, 3, 3)));
            assertThat(b.versions.contains(actor, 9)).isTrue();
            assertThat(b.read(actor, 9, 9).emptied()).containsExactly(VersionRange.of(9));
        }
    }

    @Test
    void anEmptiedOrWholeVersionDropsWhatWaited() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            ChangeSet first = a.commit("INSERT INTO t (id) VALUES (1)").getFirst();
            ChangeSet second = a.commit("INSERT INTO t (id) VALUES (2)").getFirst();
            b.apply(List.of(
                    ChangeChunks.split(first, 1).getFirst(),
                    ChangeChunks.split(second, 1).getFirst()));
            assertThat(buffered(b)).isEqualTo(2);
            b.apply.apply(List.of(second), Map.of(a.self(), List.of(new VersionRange(1, 1))), sets -> {});
            assertThat(buffered(b)).isZero();
            assertThat(b.versions.of(a.self()).complete()).hasToString("1..2");
            assertThat(b.rows("SELECT id FROM t", 1)).containsExactly(List.of(SqlValue.of(2)));
            assertThat(b.versions.compareWithDisk().ok()).isTrue();
        }
    }

    @Test
    void partsAreReadBackFromTheTablesOrFromTheBuffer() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            ChangeSet whole = a.commit("INSERT INTO t (id, a, b) VALUES (1, 'x', 1), (2, 'y', 2)")
                    .getFirst();
            a.commit("UPDATE t SET a = 'new' WHERE id = 1");
            PartialVersion wanted = new PartialVersion(7, List.of(new SeqRange(0, 0), new SeqRange(2, 6)));
            assertThat(a.reader.readPart(a.self(), 1, wanted).sets())
                    .extracting(set -> set.seqs() + " "
                            + set.changes().stream().map(Change::seq).toList())
                    .containsExactly("SeqRange[start=0, end=0] []", "SeqRange[start=2, end=6] [2, 3]");
            ChangeSet part = ChangeChunks.split(whole, 1).get(2);
            b.apply(List.of(part));
            assertThat(b.reader.readPart(a.self(), 1, PartialVersion.unseen(3)).sets())
                    .containsExactly(part);
            assertThat(b.reader.readPart(a.self(), 2, PartialVersion.unseen(3))).isEqualTo(b.read(a.self(), 1, 9));
            a.commit("DELETE FROM t");
            assertThat(a.reader.readPart(a.self(), 1, PartialVersion.unseen(3)).emptied())
                    .containsExactly(VersionRange.of(1));
        }
    }

    @Test
    void everyKindOfKeyAndValueSurvivesTheBuffer() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            List<ChangeSet> sets = a.commit("INSERT INTO keys VALUES ('é', x'', -1.5, x'00ff'), (7, x'01', 0.0, NULL),"
                    + " (2.5, x'0102', 9e99, 'text'), (x'31', x'03', 1, 7)");
            List<ChangeSet> parts = new ArrayList<>(ChangeChunks.split(sets.getFirst(), 1));
            Collections.shuffle(parts, new Random(3));
            b.apply(parts);
            assertThat(b.state()).usingRecursiveComparison().isEqualTo(a.state());
        }
    }

    @Test
    void aLastPartThatCannotBeAppliedIsRejectedAndTheOthersStay() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            ActorId stranger = new ActorId(new UUID(5, 5));
            Change text =
                    new Change(new RowKey("t", List.of(SqlValue.of("not a number"))), "a", SqlValue.of("x"), 1, 1, 0);
            ChangeSet bad =
                    new ChangeSet(stranger, "s", 9, new SeqRange(0, 0), 1, ChangeSet.UNKNOWN_TIME, List.of(text));
            List<ChangeSet> good = a.commit("INSERT INTO t (id) VALUES (1)");
            RemoteApply.Result result =
                    b.apply(List.of(part(stranger, 1, 1, 1), good.getFirst(), bad, part(stranger, 1, 1, 1)));
            assertThat(result.applied()).isEqualTo(good);
            assertThat(result.buffered()).hasSize(1);
            assertThat(result.rejected())
                    .singleElement()
                    .satisfies(rejected -> assertThat(rejected.reason()).contains("datatype mismatch"));
            assertThat(b.versions.missing(stranger, 9)).hasValue(new PartialVersion(1, List.of(new SeqRange(0, 0))));
            assertThat(b.versions.compareWithDisk().ok()).isTrue();
        }
    }

    @Test
    void shuffledPartsOfRandomTransactionsConvergeOverRestartsAndCatchUp() throws Exception {
        for (long seed = 1; seed <= 10; seed++) {
            converge(seed);
        }
    }

    private void converge(long seed) throws Exception {
        Random random = new Random(seed);
        try (TestDatabase a = open("a" + seed)) {
            List<ChangeSet> parts = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                a.commit(
                                "INSERT OR REPLACE INTO t (id, a, b) SELECT value, 'r" + i + "', " + i
                                        + " FROM json_each('[1,2,3,4,5,6]') WHERE value > " + random.nextInt(6),
                                "DELETE FROM t WHERE id = " + random.nextInt(7))
                        .forEach(set -> parts.addAll(ChangeChunks.split(set, 1 + random.nextInt(300))));
            }
            Collections.shuffle(parts, random);
            int at = 0;
            while (at < parts.size()) {
                try (TestDatabase b = open("b" + seed)) {
                    assertThat(b.versions.compareWithDisk().ok())
                            .as("seed %d", seed)
                            .isTrue();
                    int to = Math.min(parts.size(), at + 1 + random.nextInt(20));
                    // a third is lost on the way
                    List<ChangeSet> batch = new ArrayList<>(parts.subList(at, to));
                    batch.removeIf(part -> random.nextInt(3) == 0);
                    b.apply(batch);
                    assertThat(b.versions.compareWithDisk().ok())
                            .as("seed %d", seed)
                            .isTrue();
                    at = to;
                }
            }
            try (TestDatabase b = open("b" + seed);
                    TestDatabase c = open("c" + seed)) {
                assertThat(b.versions.of(a.self()).partials()).isNotEmpty();
                catchUp(b, c);
                assertThat(c.versions.of(a.self()).partials())
                        .as("seed %d: a node in the middle passes on what it has", seed)
                        .containsExactlyEntriesOf(b.versions.of(a.self()).partials());
                catchUp(a, b);
                catchUp(b, c);
                assertThat(b.state())
                        .as("seed %d", seed)
                        .usingRecursiveComparison()
                        .isEqualTo(a.state());
                assertThat(c.state())
                        .as("seed %d", seed)
                        .usingRecursiveComparison()
                        .isEqualTo(a.state());
                assertThat(buffered(b)).isZero();
            }
        }
    }

    /** What the catch-up does, without a network. */
    private static void catchUp(TestDatabase from, TestDatabase to) {
        SortedMap<ActorId, ActorVersions> theirs = from.versions.snapshot();
        theirs.forEach((actor, known) -> {
            ActorVersions.Needs needs = to.versions.of(actor).missingFrom(known);
            for (VersionRange range : needs.full()) {
                take(to, actor, from.reader.read(actor, range));
            }
            needs.partial().forEach((version, wanted) -> take(to, actor, from.reader.readPart(actor, version, wanted)));
        });
    }

    private static void take(TestDatabase to, ActorId actor, ChangeReader.Found found) {
        assertThat(to.apply
                        .apply(found.sets(), Map.of(actor, found.emptied()), sets -> {})
                        .rejected())
                .isEmpty();
    }

    @Test
    void aDifferenceBetweenMemoryAndDiskIsFound() throws Exception {
        try (TestDatabase a = open("a");
                TestDatabase b = open("b")) {
            a.commit("INSERT INTO t (id) VALUES (1)");
            b.apply(a.committed);
            ActorId onlyHere = new ActorId(new UUID(1, 1));
            b.apply.apply(List.of(), Map.of(onlyHere, List.of(new VersionRange(1, 4))), sets -> {});
            assertThat(b.versions.compareWithDisk())
                    .isEqualTo(new VersionLog.Comparison(2, 2, List.of(), List.of(), List.of()));
            b.database.write(WritePriority.BACKGROUND, session -> {
                session.execute(
                        "UPDATE crsql_db_versions SET db_version = 9 WHERE site_id = ?",
                        List.of(Actors.toBlob(a.self())));
                session.execute(
                        "UPDATE crsql_db_versions SET site_id = ? WHERE site_id = ?",
                        List.of(Actors.toBlob(b.self()), Actors.toBlob(onlyHere)));
                return 0;
            });
            VersionLog.Comparison found = b.versions.compareWithDisk();
            assertThat(found)
                    .isEqualTo(
                            new VersionLog.Comparison(2, 2, List.of(a.self()), List.of(onlyHere), List.of(b.self())));
            assertThat(found.ok()).isFalse();
        }
    }

    @Test
    void aBufferThatTheBookkeepingDoesNotTellOfIsFound() throws Exception {
        try (TestDatabase b = open("b")) {
            ActorId actor = new ActorId(new UUID(5, 5));
            b.apply(List.of(part(actor, 0, 2, 3, 1)));
            b.database.write(WritePriority.BACKGROUND, session -> {
                session.execute("UPDATE __corro_buffered_changes SET seq = 3");
                return 0;
            });
            assertThat(b.versions.compareWithDisk().valueMismatchActors()).containsExactly(actor);
        }
    }

    /** A part of version 9 with changes at the given seqs. */
    private static ChangeSet part(ActorId actor, long start, long end, long lastSeq, long... seqs) {
        List<Change> changes = new ArrayList<>();
        for (long seq : seqs) {
            RowKey row = new RowKey("t", List.of(SqlValue.of(seq)));
            changes.add(new Change(row, "a", SqlValue.of("x" + seq), 1, 1, seq));
        }
        return new ChangeSet(actor, "stranger", 9, new SeqRange(start, end), lastSeq, ChangeSet.UNKNOWN_TIME, changes);
    }

    private static long buffered(TestDatabase db) {
        return db.rows("SELECT * FROM __corro_buffered_changes", 1).size();
    }

    private TestDatabase open(String name) throws Exception {
        return new TestDatabase(folder.resolve(name), SCHEMA);
    }
}
