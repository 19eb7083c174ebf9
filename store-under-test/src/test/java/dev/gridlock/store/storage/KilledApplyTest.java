package dev.gridlock.store.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeChunks;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.SeqRange;
import dev.gridlock.store.value.SqlValue;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed while parts of transactions arrive. Not deterministic. */
class KilledApplyTest {
    private static final ActorId ACTOR = new ActorId(new UUID(5, 5));
    private static final int VERSIONS = 150;
    private static final int ROWS = 20;
    private static final String SCHEMA =
            "CREATE TABLE t (version INTEGER NOT NULL, row INTEGER NOT NULL, a TEXT NOT NULL"
                    + " DEFAULT '', PRIMARY KEY (version, row));";

    @TempDir
    Path folder;

    @Test
    void bufferBookkeepingAndTablesAgreeAfterEveryDeath() throws Exception {
        for (int life = 0; life < 3; life++) {
            applyAndKill(life);
            try (TestDatabase db = new TestDatabase(folder, SCHEMA)) {
                assertThat(db.versions.compareWithDisk().ok()).isTrue();
                assertThat(counts(db, "SELECT db_version, count(*) FROM __corro_buffered_changes GROUP BY 1"))
                        .as("life %d: each version's buffered changes are those that have been received", life)
                        .isEqualTo(received(db));
                Map<Long, Long> rows = counts(db, "SELECT version, count(*) FROM t GROUP BY 1");
                assertThat(rows.values())
                        .as("life %d: whole transactions only", life)
                        .allMatch(count -> count == ROWS);
                assertThat(rows).as("life %d: some versions were whole", life).isNotEmpty();
                assertThat(rows.keySet()).allMatch(version -> db.versions.contains(ACTOR, version));
            }
        }
        try (TestDatabase db = new TestDatabase(folder, SCHEMA)) {
            db.apply(parts(9));
            assertThat(db.versions.of(ACTOR).complete()).hasToString("1.." + VERSIONS);
            assertThat(db.state().rows()).isEqualTo((long) VERSIONS * ROWS);
        }
    }

    private void applyAndKill(int life) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Applier.class.getName(),
                        folder.toString(),
                        String.valueOf(life))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            // the last life is killed in the middle, the first ones early
            for (int i = 0; i < 60 + 30 * life; i++) {
                assertThat(output.readLine()).isEqualTo("applied");
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    private static Map<Long, Long> received(TestDatabase db) {
        Map<Long, Long> received = new TreeMap<>();
        for (Map.Entry<Long, PartialVersion> partial :
                db.versions.of(ACTOR).partials().entrySet()) {
            received.put(
                    partial.getKey(),
                    partial.getValue().received().stream()
                            .mapToLong(range -> range.end() - range.start() + 1)
                            .sum());
        }
        return received;
    }

    private static Map<Long, Long> counts(TestDatabase db, String sql) {
        Map<Long, Long> counts = new TreeMap<>();
        db.database.read(session -> {
            session.forEach(sql, List.of(), row -> counts.put(row.getLong(1), row.getLong(2)));
            return 0;
        });
        return counts;
    }

    /** All parts of all versions, in an order drawn from the seed. */
    private static List<ChangeSet> parts(long seed) {
        List<ChangeSet> parts = new ArrayList<>();
        for (long version = 1; version <= VERSIONS; version++) {
            List<Change> changes = new ArrayList<>();
            for (long seq = 0; seq < ROWS; seq++) {
                RowKey row = new RowKey("t", List.of(SqlValue.of(version), SqlValue.of(seq)));
                changes.add(new Change(row, "a", SqlValue.of("x"), 1, 1, seq));
            }
            ChangeSet whole = new ChangeSet(
                    ACTOR, "there", version, new SeqRange(0, ROWS - 1), ROWS - 1, ChangeSet.UNKNOWN_TIME, changes);
            parts.addAll(ChangeChunks.split(whole, 250));
        }
        Collections.shuffle(parts, new Random(seed));
        return parts;
    }

    /** The process: takes parts in, a few at a time, until it is killed. */
    static final class Applier {
        private Applier() {}

        public static void main(String[] arguments) throws Exception {
            try (TestDatabase db = new TestDatabase(Path.of(arguments[0]), SCHEMA)) {
                List<ChangeSet> parts = parts(Long.parseLong(arguments[1]));
                for (int from = 0; from < parts.size(); from += 5) {
                    db.apply(parts.subList(from, Math.min(parts.size(), from + 5)));
                    System.out.println("applied");
                }
            }
        }
    }
}
