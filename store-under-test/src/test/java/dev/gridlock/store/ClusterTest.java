package dev.gridlock.store;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.ClientView;
import dev.gridlock.store.testing.StoreClient;
import dev.gridlock.store.testing.SubscriptionStream;
import dev.gridlock.store.testing.TestNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterTest {
    @TempDir
    Path folder;

    @Test
    void twoNodesConvergeWhenBothCommit() throws Exception {
        try (TestNode a = TestNode.start(folder, "a", List.of());
                TestNode b = TestNode.start(folder, "b", List.of(a.gossip()))) {
            for (int i = 0; i < 20; i++) {
                a.client().commit(insertMachine("a" + i, "u-a" + i));
                b.client().commit(insertMachine("b" + i, "u-b" + i));
            }
            eventually(() ->
                    assertThat(a.client().agreement()).isEqualTo(b.client().agreement()));
            assertThat(a.client().state())
                    .containsEntry("rows", 40)
                    .containsEntry("need", Map.of())
                    .containsEntry("heads", Map.of(a.actor(), 20, b.actor(), 20));
        }
    }

    @Test
    void peersAreReachedAtTranslatedAddresses() throws Exception {
        // Nobody is at this address: without the translation the two never meet.
        String told = "192.0.2.1:8787";
        try (TestNode a = TestNode.start(folder, "a", List.of());
                TestNode b = TestNode.start(
                        folder,
                        "b",
                        List.of(told),
                        toml -> toml + "\n[address_translation]\n\"" + told + "\" = \"" + a.gossip() + "\"\n")) {
            a.client().commit(insertMachine("a", "u-a"));
            b.client().commit(insertMachine("b", "u-b"));
            eventually(() -> {
                assertThat(a.client().state()).containsEntry("rows", 2);
                assertThat(a.client().agreement()).isEqualTo(b.client().agreement());
            });
        }
    }

    @Test
    void concurrentWritesOfOneRowEndEqualEverywhere() throws Exception {
        try (TestNode a = TestNode.start(folder, "a", List.of());
                TestNode b = TestNode.start(folder, "b", List.of(a.gossip()));
                TestNode c = TestNode.start(folder, "c", List.of(a.gossip()))) {
            for (int i = 0; i < 10; i++) {
                for (TestNode node : List.of(a, b, c)) {
                    node.client()
                            .commit("[[\"INSERT INTO machines (id, app, state) VALUES ('shared', ?, ?) ON CONFLICT"
                                    + " (id) DO UPDATE SET app = excluded.app, state ="
                                    + " excluded.state\", [\"" + node.api()
                                    + "\", \"s" + i + "\"]]]");
                }
                if (i % 4 == 3) {
                    b.client().commit("[\"DELETE FROM machines WHERE id = 'shared'\"]");
                }
            }
            eventually(() -> {
                assertThat(a.client().agreement()).isEqualTo(b.client().agreement());
                assertThat(a.client().agreement()).isEqualTo(c.client().agreement());
                assertThat(a.client().state()).containsEntry("need", Map.of());
            });
        }
    }

    @Test
    void nodesThatOnlyKnowTheMiddleOneBecomeMembersOfEachOther() throws Exception {
        UnaryOperator<String> withoutCatchUp =
                toml -> toml.replace("sync_backoff = \"100ms\"", "sync_backoff = \"1h\"");
        try (TestNode middle = TestNode.start(folder, "middle", List.of(), withoutCatchUp);
                TestNode left = TestNode.start(folder, "left", List.of(middle.gossip()), withoutCatchUp);
                TestNode right = TestNode.start(folder, "right", List.of(middle.gossip()), withoutCatchUp)) {
            eventually(() -> {
                assertThat(left.events("member.up")).hasSize(2);
                assertThat(right.events("member.up")).hasSize(2);
            });
            left.client().commit(insertMachine("m1", "u-1"));
            eventually(() -> assertThat(right.client().rows("SELECT update_id FROM machines WHERE id = 'm1'"))
                    .containsExactly("[\"u-1\"]"));
            eventually(() -> assertThat(right.events("store.apply"))
                    .filteredOn(line -> line.contains("\"u-1\""))
                    .hasSize(1));
            assertThat(right.events("store.sync")).isEmpty();
        }
    }

    @Test
    void inASmallClusterHardlyAnythingIsSentTwice() throws Exception {
        try (TestNode a = TestNode.start(folder, "a", List.of());
                TestNode b = TestNode.start(folder, "b", List.of(a.gossip()));
                TestNode c = TestNode.start(folder, "c", List.of(a.gossip(), b.gossip()))) {
            eventually(() -> {
                a.client().commit("[\"INSERT OR REPLACE INTO apps (id, update_id) VALUES ('warm', 'warm')\"]");
                Thread.sleep(50);
                assertThat(sentTo(a)).containsExactlyInAnyOrder("b", "c");
            });
            a.client().commit(insertMachine("m1", "u-1"));
            eventually(() -> assertThat(a.client().agreement())
                    .isEqualTo(b.client().agreement())
                    .isEqualTo(c.client().agreement()));
            eventually(() -> assertThat(sends("u-1", a, b, c)).hasSize(2));
            Thread.sleep(100);
            assertThat(sends("u-1", a, b, c)).hasSize(2).allMatch(line -> line.contains("\"node\":\"a\""));
        }
    }

    private static List<String> sends(String update, TestNode... nodes) {
        List<String> sends = new ArrayList<>();
        for (TestNode node : nodes) {
            node.events("gossip.send").stream()
                    .filter(line -> line.contains('"' + update + '"'))
                    .forEach(sends::add);
        }
        return sends;
    }

    private static Set<String> sentTo(TestNode node) {
        Set<String> names = new TreeSet<>();
        for (String line : node.events("gossip.send")) {
            names.add(String.valueOf(StoreClient.json(line).get("to")));
        }
        return names;
    }

    @Test
    void aNodeThatWasDownCatchesUpBySync() throws Exception {
        try (TestNode a = TestNode.start(folder, "a", List.of())) {
            TestNode b = TestNode.start(folder, "b", List.of(a.gossip()));
            a.client().commit(insertMachine("before", "u-0"));
            eventually(
                    () -> assertThat(b.client().rows("SELECT id FROM machines")).hasSize(1));
            String actor = b.actor();
            b.close();

            for (int i = 0; i < 50; i++) {
                a.client().commit(insertMachine("m" + i, "u-" + i));
            }
            for (String state : List.of("starting", "failing", "stopped")) {
                // the first two leave nothing behind: their versions must become known without changes
                a.client().commit("[[\"UPDATE machines SET state = ? WHERE id = 'm7'\", [\"" + state + "\"]]]");
            }
            a.client().commit("[\"DELETE FROM machines WHERE id = 'before'\"]");

            try (TestNode again = TestNode.start(folder, "b", List.of(a.gossip()))) {
                assertThat(again.actor()).as("identity survives a restart").isEqualTo(actor);
                eventually(() -> assertThat(again.client().agreement())
                        .isEqualTo(a.client().agreement()));
                assertThat(again.client().rows("SELECT id FROM machines WHERE id = 'before'"))
                        .isEmpty();
                // A session tells of itself when it is over, which is after what it brought has been applied.
                eventually(() -> assertThat(again.events("store.sync")).isNotEmpty());
            }
        }
    }

    @Test
    void aLargeTransactionReachesAFreshNodeBySync() throws Exception {
        try (TestNode a = TestNode.start(folder, "a", List.of())) {
            a.client()
                    .commit("[\"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)"
                            + " INSERT INTO machines (id, app) SELECT 'm' || i, 'app' || (i % 7) FROM n\"]");
            try (TestNode b = TestNode.start(folder, "b", List.of(a.gossip()))) {
                eventually(() -> assertThat(b.client().state()).containsEntry("rows", 3000));
                assertThat(b.client().agreement()).isEqualTo(a.client().agreement());
            }
        }
    }

    @Test
    void nodesOfAnotherClusterAreRefused() throws Exception {
        try (TestNode a = TestNode.start(folder, "a", List.of());
                TestNode stranger = TestNode.start(
                        folder,
                        "stranger",
                        List.of(a.gossip()),
                        toml -> toml.replace("[gossip]", "[gossip]\ncluster_id = 7"))) {
            eventually(() -> assertThat(stranger.events())
                    .anySatisfy(line -> assertThat(line).contains("found cluster id 7, expected 0 at a")));
            a.client().commit(insertMachine("m1", "u-1"));
            stranger.client().commit(insertMachine("m2", "u-2"));
            Thread.sleep(300);
            assertThat(a.client().rows("SELECT id FROM machines")).containsExactly("[\"m1\"]");
            assertThat(stranger.client().rows("SELECT id FROM machines")).containsExactly("[\"m2\"]");
        }
    }

    @Test
    void theWayOfAnUpdateCanBeFollowedFromCommitToSubscriber() throws Exception {
        try (TestNode a = TestNode.start(folder, "a", List.of());
                TestNode b = TestNode.start(folder, "b", List.of(a.gossip()));
                SubscriptionStream stream = b.client().subscribe("SELECT id, state FROM machines")) {
            stream.snapshot();
            a.client().commit(insertMachine("m1", "u-17"));
            assertThat(stream.next()).isEqualTo("{\"change\":[\"insert\",1,[\"m1\",\"started\"],1]}");
            eventually(() -> {
                assertThat(a.events("store.commit")).singleElement().asString().contains("\"update\":\"u-17\"");
                assertThat(b.events("store.apply")).singleElement().asString().contains("\"update\":\"u-17\"");
                assertThat(b.events("subscription.send"))
                        .singleElement()
                        .asString()
                        .contains("\"update\":\"u-17\"", "\"change_id\":1", stream.id());
            });
        }
    }

    @Test
    void aSubscriptionEqualsItsQueryAtTheEnd() throws Exception {
        try (TestNode a = TestNode.start(folder, "a", List.of());
                TestNode b = TestNode.start(folder, "b", List.of(a.gossip()));
                SubscriptionStream stream =
                        b.client().subscribe("SELECT id, state FROM machines WHERE app = 'web' AND state <> 'gone'")) {
            ClientView view = new ClientView(stream.snapshot());
            for (int i = 0; i < 60; i++) {
                TestNode node = i % 2 == 0 ? a : b;
                String id = "m" + i % 9;
                node.client()
                        .commit(
                                switch (i % 5) {
                                    case 0, 1 ->
                                        "[[\"INSERT OR REPLACE INTO machines (id, app, state) VALUES (?, ?, ?)\", [\""
                                                + id + "\", \"" + (i % 3 == 0 ? "api" : "web") + "\", \"s" + i
                                                + "\"]]]";
                                    case 2 ->
                                        "[[\"UPDATE machines SET state = 'gone' WHERE id = ?\", [\"" + id + "\"]]]";
                                    case 3 -> "[[\"DELETE FROM machines WHERE id = ?\", [\"" + id + "\"]]]";
                                    default -> "[\"UPDATE machines SET app = 'web'\"]";
                                });
            }
            a.client().commit(insertMachine("last", "u-last").replace("\"demo\"", "\"web\""));
            eventually(() ->
                    assertThat(a.client().agreement()).isEqualTo(b.client().agreement()));
            while (!view.rows().contains("[\"last\",\"started\"]")) {
                view.apply(stream.next());
            }
            assertThat(stream.isSilentFor(200))
                    .as("no change after the last one")
                    .isTrue();
            List<String> query = new ArrayList<>(
                    b.client().rows("SELECT id, state FROM machines WHERE app = 'web' AND state <> 'gone'"));
            assertThat(view.rows()).containsExactlyInAnyOrderElementsOf(query);
        }
    }

    private static String insertMachine(String id, String update) {
        return "[[\"INSERT INTO machines (id, app, update_id) VALUES (?, ?, ?)\", [\"" + id + "\", \"demo\", \""
                + update + "\"]]]";
    }
}
