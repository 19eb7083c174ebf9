package dev.gridlock.store.subscription;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.subscription.SubscriptionEvent.Notification;
import dev.gridlock.store.testing.StoreClient;
import dev.gridlock.store.testing.SubscriptionStream;
import dev.gridlock.store.testing.TestNode;
import dev.gridlock.store.value.SqlValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Corrosion's updates of a table. */
class UpdateFeedTest {
    @TempDir
    Path folder;

    private final ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();
    private UpdateFeed feed = feed(3000);
    private Thread thread = Thread.ofVirtual().unstarted(() -> {});

    private UpdateFeed feed(int buffer) {
        StoreConfig.Subscriptions config = new StoreConfig.Subscriptions(
                Path.of("unused"),
                Duration.ofMillis(1),
                10_000,
                1,
                Duration.ofMinutes(1),
                buffer,
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                Duration.ofMinutes(1));
        return new UpdateFeed(
                UUID.randomUUID(), "apps", config, new EventLog("feed", new JsonFactory(), events::add, true));
    }

    @BeforeEach
    void run() {
        thread = new Workers(failure -> events.add("failure: " + failure)).start("feed", feed::run);
    }

    @AfterEach
    void stop() throws InterruptedException {
        feed.close();
        thread.join();
        assertThat(events).noneMatch(line -> line.startsWith("failure: "));
    }

    private static List<SqlValue> key(String id) {
        return List.of(SqlValue.of(id));
    }

    @Test
    void theParityOfTheCausalLengthTellsUpdatesFromDeletes() throws Exception {
        Reader reader = feed.attach().orElseThrow();
        Map<List<SqlValue>, Long> rows = new LinkedHashMap<>();
        rows.put(key("a"), 1L);
        rows.put(key("b"), 4L);
        feed.note(rows);
        assertThat(reader.take())
                .hasValue(List.of(new Notification(true, key("a")), new Notification(false, key("b"))));
    }

    @Test
    void anOlderLifeThatArrivesLateIsNotTold() throws Exception {
        Reader reader = feed.attach().orElseThrow();
        feed.note(Map.of(key("a"), 2L));
        assertThat(reader.take()).hasValue(List.of(new Notification(false, key("a"))));
        feed.note(Map.of(key("a"), 1L));
        feed.note(Map.of(key("end"), 1L));
        assertThat(reader.take()).as("nothing of a in between").hasValue(List.of(new Notification(true, key("end"))));
        feed.note(Map.of(key("a"), 2L));
        assertThat(reader.take())
                .as("the same life again is told")
                .hasValue(List.of(new Notification(false, key("a"))));
    }

    @Test
    void theLastThousandLivesAreRememberedAtLeast() throws Exception {
        Reader reader = feed.attach().orElseThrow();
        Map<List<SqlValue>, Long> rows = new LinkedHashMap<>();
        for (int i = 0; i < 2001; i++) {
            rows.put(key("m" + i), 2L);
        }
        feed.note(rows);
        assertThat(reader.take().orElseThrow()).hasSize(2001);
        feed.note(Map.of(key("m1500"), 1L));
        feed.note(Map.of(key("m500"), 1L));
        assertThat(reader.take())
                .as("m500 is forgotten, m1500 is not")
                .hasValue(List.of(new Notification(true, key("m500"))));
    }

    @Test
    void aReaderThatLagsIsCutWithoutAWord() throws Exception {
        stop();
        feed = feed(2);
        run();
        Reader reader = feed.attach().orElseThrow();
        feed.note(Map.of(key("a"), 1L, key("b"), 1L, key("c"), 1L));
        assertThat(reader.take()).isEmpty();
        eventually(() -> assertThat(events).singleElement().asString().contains("lags by more than 2 changes"));
    }

    @Test
    void readersHearOfOtherNodesChangesToo() throws Exception {
        try (TestNode peer = TestNode.start(folder, "peer", List.of());
                TestNode node = TestNode.start(folder, "near", List.of(peer.gossip()));
                SubscriptionStream stream = node.client().updates("notes")) {
            assertThat(stream.id()).hasSize(36);
            assertThat(stream.header("corro-query-hash")).as("only the id").isEmpty();
            commit(peer.client(), "INSERT INTO notes (author, number) VALUES ('x', 7)");
            assertThat(stream.next()).isEqualTo("{\"notify\":[\"update\",[\"x\",7]]}");
            commit(node.client(), "UPDATE notes SET body = 'y'");
            assertThat(stream.next()).isEqualTo("{\"notify\":[\"update\",[\"x\",7]]}");
            commit(node.client(), "INSERT INTO apps (id) VALUES ('elsewhere')");
            commit(node.client(), "DELETE FROM notes");
            assertThat(stream.next()).isEqualTo("{\"notify\":[\"delete\",[\"x\",7]]}");
            try (SubscriptionStream second = node.client().updates("notes")) {
                assertThat(second.id()).as("readers share a feed").isEqualTo(stream.id());
                assertThat(second.isSilentFor(50)).as("no snapshot").isTrue();
            }
        }
    }

    @Test
    void aFeedWithoutReadersIsRemoved() throws Exception {
        try (TestNode node = TestNode.start(
                folder, "lonely", List.of(), toml -> toml.replace("history = 50", "updates_idle_timeout = \"30ms\""))) {
            String id;
            try (SubscriptionStream stream = node.client().updates("apps")) {
                id = stream.id();
            }
            eventually(() -> {
                try (SubscriptionStream stream = node.client().updates("apps")) {
                    assertThat(stream.id()).isNotEqualTo(id);
                    return;
                } catch (AssertionError early) {
                    Thread.sleep(100);
                    throw early;
                }
            });
        }
    }

    @Test
    void stoppingTheNodeEndsTheStream() throws Exception {
        TestNode node = TestNode.start(folder, "stopped", List.of());
        try (SubscriptionStream stream = node.client().updates("apps")) {
            node.close();
            assertThat(stream.next()).as("end of the stream").isEmpty();
        }
    }

    private static void commit(StoreClient to, String sql) {
        to.commit("[" + StoreClient.quoted(sql) + "]");
    }
}
