package dev.gridlock.store.storage;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.config.StoreConfig.Limits;
import dev.gridlock.store.config.StoreConfig.WriteOrder;
import dev.gridlock.store.config.StoreConfig.Writers;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.VersionRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of the database, waits of its writers, and what a broken disk does. */
class DatabaseTest {
    private static final String SCHEMA = "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a);";
    private static final String MUCH = "INSERT INTO t (id, a) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1"
            + " FROM n WHERE i < 3000) SELECT i, zeroblob(1000) FROM n";

    @TempDir
    Path folder;

    private final Queue<String> waits = new ConcurrentLinkedQueue<>();

    @Test
    void aDatabaseThatIsFullIsFatalAndKeepsWhatItHad() throws Exception {
        try (TestDatabase a = open(new Limits(64, 1, 64), Writers.ORDINARY)) {
            a.commit("INSERT INTO t VALUES (-1, 'kept')");
            assertThatThrownBy(() -> a.commit(MUCH))
                    .isInstanceOfSatisfying(
                            StorageException.class, e -> assertThat(e.isFatal()).isTrue());
            assertThat(a.failures)
                    .singleElement()
                    .asString()
                    .endsWith("StorageException: " + a.config.path() + ": database or disk is full");
            assertThat(a.state().rows()).isEqualTo(1);
        }
    }

    @Test
    void aDatabaseThatCannotBeWrittenIsFatalForTheWriterOnly() throws Exception {
        try (TestDatabase a = open(Limits.ORDINARY, Writers.ORDINARY)) {
            assertThatThrownBy(() -> a.database.read(session -> {
                        session.execute("DELETE FROM t");
                        return 0;
                    }))
                    .isInstanceOfSatisfying(
                            StorageException.class,
                            e -> assertThat(e.isReadOnly()).isTrue());
            assertThat(a.failures).isEmpty();
            // what SQLite answers for a file or a file system that is read-only
            a.database.write(WritePriority.BACKGROUND, session -> {
                session.execute("PRAGMA query_only = 1");
                return 0;
            });
            assertThatThrownBy(() -> a.commit("INSERT INTO t VALUES (1, 1)"))
                    .isInstanceOfSatisfying(
                            StorageException.class, e -> assertThat(e.isFatal()).isTrue());
            assertThat(a.failures)
                    .isNotEmpty()
                    .allSatisfy(
                            e -> assertThat(e).hasMessage(a.config.path() + ": attempt to write a readonly database"));
        }
    }

    @Test
    void theLogIsCutOnceItIsLargeAndNoReaderNeedsIt() throws Exception {
        try (TestDatabase a = open(new Limits(2048, 0, 1), Writers.ORDINARY)) {
            WalTruncation truncation = new WalTruncation(a.storage, a.config);
            a.commit("INSERT INTO t VALUES (-1, 1)");
            assertThat(truncation.truncateIfLarge()).as("still small").isFalse();
            a.commit(MUCH);
            assertThat(a.database.walBytes()).isGreaterThan(2 << 20);
            String digest = a.state().digest();
            a.database.read(session -> {
                session.query("SELECT count(*) FROM t", List.of(), row -> row.getLong(1));
                assertThat(truncation.truncateIfLarge())
                        .as("a reader is in the way")
                        .isFalse();
                return 0;
            });
            assertThat(truncation.truncateIfLarge()).isTrue();
            assertThat(a.database.walBytes()).isZero();
            assertThat(a.state().digest()).isEqualTo(digest);
            a.commit("INSERT INTO t VALUES (-2, 1)");
        }
    }

    @Test
    void clientsGoBeforeOtherNodesAndWaitsAreTold() throws Exception {
        Queue<String> order = new ConcurrentLinkedQueue<>();
        try (TestDatabase a = open(Limits.ORDINARY, new Writers(WriteOrder.STRICT, Duration.ZERO))) {
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            Thread holder = Thread.ofVirtual()
                    .start(() -> a.database.write(WritePriority.BACKGROUND, session -> {
                        held.countDown();
                        awaitUninterrupted(go);
                        return 0;
                    }));
            held.await();
            waits.clear();
            List<ChangeSet> none = List.of();
            ActorId other = new ActorId(new UUID(1, 1));
            Thread apply = Thread.ofVirtual().start(() -> {
                a.apply.apply(none, Map.of(other, List.of(new VersionRange(1, 1))), sets -> {});
                order.add("apply");
            });
            eventually(() -> assertThat(apply.getState()).isEqualTo(Thread.State.WAITING));
            Thread client = Thread.ofVirtual().start(() -> {
                a.database.write(WritePriority.CLIENT, session -> order.add("client"));
            });
            eventually(() -> assertThat(client.getState()).isEqualTo(Thread.State.WAITING));
            go.countDown();
            for (Thread thread : List.of(holder, client, apply)) {
                assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
            }
        }
        assertThat(order).containsExactly("client", "apply");
        assertThat(waits).startsWith("priority", "normal");
    }

    @Test
    void aWriterWhoseTurnDoesNotComeIsToldSoAndNothingIsBroken() throws Exception {
        try (TestDatabase b = new TestDatabase(folder.resolve("b"), SCHEMA);
                TestDatabase a = open(Limits.ORDINARY, new Writers(WriteOrder.STRICT, Duration.ofMillis(20)))) {
            List<ChangeSet> sets = b.commit("INSERT INTO t VALUES (1, 1)");
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            Thread holder = Thread.ofVirtual()
                    .start(() -> a.database.write(WritePriority.BACKGROUND, session -> {
                        held.countDown();
                        awaitUninterrupted(go);
                        return 0;
                    }));
            held.await();
            String expected = a.config.path() + ": found no turn to write within 20 ms in the queue ";
            assertThatThrownBy(() -> a.commit("INSERT INTO t VALUES (2, 2)"))
                    .isInstanceOf(StorageException.class)
                    .hasMessageStartingWith(expected + "priority");
            assertThat(a.apply(sets).rejected())
                    .singleElement()
                    .satisfies(rejected -> assertThat(rejected.reason()).startsWith(expected + "normal"));
            go.countDown();
            assertThat(holder.join(Duration.ofSeconds(10))).isTrue();
            assertThat(a.apply(sets).applied()).isEqualTo(sets);
            assertThat(a.failures).isEmpty();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private TestDatabase open(Limits limits, Writers writers) throws Exception {
        return new TestDatabase(folder.resolve("a"), SCHEMA, limits, writers, (queue, nanos) -> waits.add(queue));
    }
}
