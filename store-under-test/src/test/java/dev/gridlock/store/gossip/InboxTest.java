package dev.gridlock.store.gossip;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.events.UpdateLabels;
import dev.gridlock.store.storage.RemoteApply;
import dev.gridlock.store.storage.Storage;
import dev.gridlock.store.storage.VersionLog;
import dev.gridlock.store.value.SqlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InboxTest {
    private static final ActorId OTHER = new ActorId(new UUID(3, 4));

    @TempDir
    Path folder;

    private final Queue<List<ChangeSet>> committed = new ConcurrentLinkedQueue<>();
    private final Queue<String> events = new ConcurrentLinkedQueue<>();
    private final List<Thread> appliers = new ArrayList<>();
    private Storage storage;
    private VersionLog versions;

    @BeforeEach
    void open() throws Exception {
        Path schema = Files.writeString(
                folder.resolve("schema.sql"),
                "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a TEXT NOT NULL DEFAULT '');");
        StoreConfig.Db config =
                new StoreConfig.Db(folder.resolve("store.db"), List.of(schema), StoreConfig.Synchronous.OFF, 1);
        storage = Storage.open(config, "here", failure -> {
            throw failure;
        });
        versions = storage.versions();
    }

    @AfterEach
    void close() throws Exception {
        for (Thread applier : appliers) {
            applier.interrupt();
            applier.join();
        }
        storage.close();
    }

    @Test
    void whatWaitsAlreadyOrIsKnownIsADuplicate() throws Exception {
        Inbox inbox = inbox(Duration.ofMillis(1), 100);
        assertThat(offer(inbox, set(1), set(2), set(1))).containsExactly(set(1), set(2));
        assertThat(offer(inbox, set(2), set(3))).as("set 2 waits").containsExactly(set(3));
        start(inbox);
        inbox.flush();
        assertThat(offer(inbox, set(1), set(3))).as("both are applied").isEmpty();
        assertThat(versions.snapshot().get(OTHER)).hasToString("1..3");
    }

    @Test
    void whatArrivesWithinTheWindowSharesATransaction() throws Exception {
        Inbox inbox = inbox(Duration.ofMillis(200), 100);
        start(inbox);
        offer(inbox, set(1));
        offer(inbox, set(2));
        offer(inbox, set(3));
        inbox.flush();
        assertThat(committed).containsExactly(List.of(set(1), set(2), set(3)));
    }

    @Test
    void aFullBatchDoesNotWaitForTheWindow() throws Exception {
        Inbox inbox = inbox(Duration.ofHours(1), 3);
        start(inbox);
        offer(inbox, set(1));
        offer(inbox, set(2));
        offer(inbox, set(3));
        inbox.flush();
        assertThat(committed).containsExactly(List.of(set(1), set(2), set(3)));
    }

    @Test
    void aRejectedChangeSetMayComeAgain() throws Exception {
        Inbox inbox = inbox(Duration.ofMillis(1), 100);
        start(inbox);
        ChangeSet foreign = set(1, "nowhere");
        assertThat(offer(inbox, foreign)).hasSize(1);
        inbox.flush();
        assertThat(offer(inbox, foreign)).as("not remembered").hasSize(1);
        inbox.flush();
        assertThat(events)
                .hasSize(2)
                .allMatch(line -> line.contains("\"store.reject\"") && line.contains("table nowhere"));
        assertThat(committed).isEmpty();
    }

    @Test
    void versionsWithoutChangesBecomeKnown() throws Exception {
        Inbox inbox = inbox(Duration.ofMillis(1), 100);
        start(inbox);
        inbox.offerEmptied(new TreeMap<>(Map.of(OTHER, List.of(new VersionRange(1, 7)))), "there");
        inbox.flush();
        assertThat(versions.snapshot().get(OTHER)).hasToString("1..7");
        assertThat(committed).isEmpty();
    }

    @Test
    void sendersAreHeldUpWhileTooMuchWaits() throws Exception {
        Inbox inbox = inbox(Duration.ofMillis(1), 100);
        List<ChangeSet> many = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            many.add(set(i));
        }
        inbox.offer(many, "there", sets -> {});
        Thread sender = Thread.ofVirtual().start(() -> offerUnchecked(inbox, set(6)));
        eventually(() -> assertThat(sender.getState()).isEqualTo(Thread.State.WAITING));
        start(inbox);
        assertThat(sender.join(Duration.ofSeconds(10))).isTrue();
        inbox.flush();
        assertThat(versions.snapshot().get(OTHER)).hasToString("1..6");
    }

    private static void offerUnchecked(Inbox inbox, ChangeSet set) {
        try {
            offer(inbox, set);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Inbox inbox(Duration window, int mostChanges) {
        GossipEvents log =
                new GossipEvents(new EventLog("here", new JsonFactory(), this::addUnlessApplied), new UpdateLabels(""));
        return new Inbox(
                new StoreConfig.Perf(window, mostChanges, 5), versions, new RemoteApply(storage), log, committed::add);
    }

    private void addUnlessApplied(String line) {
        if (!line.contains("\"store.apply\"")) {
            events.add(line);
        }
    }

    private void start(Inbox inbox) {
        appliers.add(Thread.ofVirtual().start(() -> {
            try {
                inbox.run();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    private static List<ChangeSet> offer(Inbox inbox, ChangeSet... sets) throws InterruptedException {
        return inbox.offer(List.of(sets), "there", fresh -> {});
    }

    private static ChangeSet set(long version) {
        return set(version, "t");
    }

    private static ChangeSet set(long version, String table) {
        RowKey row = new RowKey(table, List.of(SqlValue.of(version)));
        return new ChangeSet(OTHER, "there", version, List.of(new Change(row, "a", SqlValue.of("x"), 1, 1, 0)));
    }
}
