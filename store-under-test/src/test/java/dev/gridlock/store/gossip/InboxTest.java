package dev.gridlock.store.gossip;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import dev.gridlock.store.clock.HybridClock;
import dev.gridlock.store.config.BrokenVariant;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.events.UpdateLabels;
import dev.gridlock.store.gossip.broken.BrokenRules;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.RemoteApply;
import dev.gridlock.store.storage.Storage;
import dev.gridlock.store.storage.VersionLog;
import dev.gridlock.store.value.SqlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
        assertThat(versions.of(OTHER).complete()).hasToString("1..3");
    }

    @Test
    void whatArrivesWithinTheWindowSharesATransaction() throws Exception {
        Inbox inbox = inbox(Duration.ofSeconds(1), 100);
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
        inbox.offerSync(List.of(), new TreeMap<>(Map.of(OTHER, List.of(new VersionRange(1, 7)))), "there");
        inbox.flush();
        assertThat(versions.of(OTHER).complete()).hasToString("1..7");
        assertThat(committed).isEmpty();
    }

    @Test
    void whatCameWithAMalformedSetMayComeAgain() throws Exception {
        Inbox inbox = inbox(Duration.ofMillis(1), 100);
        WireSet good = WireSet.of(set(1));
        byte[] bytes = WireSet.of(set(2)).bytes();
        WireSet cutOff = WireSet.read(Arrays.copyOf(bytes, bytes.length - 1));
        assertThatThrownBy(() -> inbox.offerBroadcast(List.of(good, cutOff), "there"))
                .isInstanceOf(ProtocolException.class);
        assertThat(inbox.waiting()).isZero();
        assertThat(offer(inbox, set(1))).containsExactly(set(1));
    }

    @Test
    void theOldestMakeRoomAndMayComeAgain() throws Exception {
        Inbox inbox = inbox(Duration.ofMillis(1), 100);
        for (int i = 1; i <= 7; i++) {
            assertThat(offer(inbox, set(i))).hasSize(1);
        }
        assertThat(events).filteredOn(line -> line.contains("\"gossip.shed\"")).hasSize(2);
        start(inbox);
        inbox.flush();
        assertThat(versions.of(OTHER).need()).containsExactly(new VersionRange(1, 2));
        assertThat(offer(inbox, set(1), set(2)))
                .as("forgotten, so let in again")
                .hasSize(2);
        inbox.flush();
        assertThat(versions.of(OTHER).need()).isEmpty();
    }

    @Test
    void aVersionShedUnderTheWrongActorIsRefusedForever() throws Exception {
        GossipRules rules = BrokenRules.with(List.of(BrokenVariant.SHED_REMEMBERED_AS_SEEN));
        Inbox inbox = inbox(Duration.ofMillis(1), 100, rules);
        for (int i = 1; i <= 5; i++) {
            offer(inbox, set(i));
        }
        ActorId third = new ActorId(new UUID(9, 9));
        offer(inbox, set(third, 1, "t"));
        start(inbox);
        inbox.flush();
        assertThat(versions.of(OTHER).need()).containsExactly(VersionRange.of(1));
        assertThat(inbox.offerSync(List.of(WireSet.of(set(1))), new TreeMap<>(), "there"))
                .isZero();
        assertThat(events).anyMatch(line -> line.contains("\"store.refuse\"") && line.contains("counts as seen"));
    }

    @Test
    void aFailedBatchThatStaysSeenIsRefusedForever() throws Exception {
        GossipRules rules = BrokenRules.with(List.of(BrokenVariant.FAILED_BATCH_REMEMBERED_AS_SEEN));
        Inbox inbox = inbox(Duration.ofMillis(50), 100, rules);
        offer(inbox, set(1), set(2, "nowhere"), set(3));
        start(inbox);
        inbox.flush();
        assertThat(versions.snapshot()).doesNotContainKey(OTHER);
        assertThat(inbox.offerSync(List.of(WireSet.of(set(1))), new TreeMap<>(), "there"))
                .isZero();
    }

    @Test
    void theCatchUpIsHeldUpWhileMuchWaits() throws Exception {
        Inbox inbox = inbox(Duration.ofMillis(1), 100);
        offer(inbox, set(1), set(2), set(3));
        Thread sync = Thread.ofVirtual().start(() -> {
            try {
                inbox.offerSync(List.of(WireSet.of(set(6))), new TreeMap<>(), "there");
            } catch (InterruptedException | ProtocolException e) {
                throw new AssertionError(e);
            }
        });
        eventually(() -> assertThat(sync.getState()).isEqualTo(Thread.State.WAITING));
        start(inbox);
        assertThat(sync.join(Duration.ofSeconds(10))).isTrue();
        inbox.flush();
        assertThat(versions.of(OTHER).need()).containsExactly(new VersionRange(4, 5));
    }

    @Test
    void aGapIsToldOnce() throws Exception {
        Inbox inbox = inbox(Duration.ofMillis(1), 100);
        start(inbox);
        offer(inbox, set(1), set(4));
        inbox.flush();
        offer(inbox, set(5));
        inbox.flush();
        assertThat(events)
                .filteredOn(line -> line.contains("\"store.gap\""))
                .singleElement()
                .asString()
                .contains("\"start\":2,\"end\":3");
    }

    private Inbox inbox(Duration window, int mostChanges) {
        return inbox(window, mostChanges, GossipRules.HEALTHY);
    }

    private Inbox inbox(Duration window, int mostChanges, GossipRules rules) {
        HybridClock clock = new HybridClock(() -> 0);
        GossipEvents log = new GossipEvents(
                new EventLog("here", new JsonFactory(), this::addUnlessApplied, true), new UpdateLabels(""));
        StoreMetrics metrics = new StoreMetrics();
        Gossip.Surroundings around = new Gossip.Surroundings(
                clock,
                log,
                metrics,
                new Workers(failure -> {
                    throw new AssertionError(failure);
                }),
                notice -> {});
        Applier applier = new Applier(new RemoteApply(storage), versions, rules, around, committed::add);
        return new Inbox(
                new StoreConfig.Perf(window, mostChanges, 5, Duration.ofSeconds(1), Duration.ofSeconds(1)),
                versions,
                clock,
                rules,
                log,
                metrics,
                applier);
    }

    private void addUnlessApplied(String line) {
        if (!line.contains("\"store.apply\"") && !line.contains("\"gossip.receive\"")) {
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

    private static List<ChangeSet> offer(Inbox inbox, ChangeSet... sets) throws ProtocolException {
        List<WireSet> wires = List.of(sets).stream().map(WireSet::of).toList();
        return inbox.offerBroadcast(wires, "there").stream()
                .map(WireSet::changeSet)
                .toList();
    }

    private static ChangeSet set(long version) {
        return set(version, "t");
    }

    private static ChangeSet set(long version, String table) {
        return set(OTHER, version, table);
    }

    private static ChangeSet set(ActorId actor, long version, String table) {
        RowKey row = new RowKey(table, List.of(SqlValue.of(version)));
        return ChangeSet.whole(
                actor,
                "there",
                version,
                ChangeSet.UNKNOWN_TIME,
                List.of(new Change(row, "a", SqlValue.of("x"), 1, 1, 0)));
    }
}
