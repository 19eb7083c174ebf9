package dev.gridlock.store.subscription;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.NodeFiles;
import dev.gridlock.store.testing.ProcessNode;
import dev.gridlock.store.testing.StoreClient;
import dev.gridlock.store.testing.SubscriptionStream;
import dev.gridlock.store.testing.TestNode;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Subscriptions that outlive the process. */
class SubscriptionRestartTest {
    private static final String QUERY = "SELECT id, state FROM machines WHERE app = 'web'";
    private static final Pattern CHANGE =
            Pattern.compile("\\{\"change\":\\[\"(\\w+)\",\\d+,\\[\"(\\w+)\",\"(\\w+)\"],(\\d+)]}");

    @TempDir
    Path folder;

    @Test
    void idNumbersAndHistoryGoOnAfterARestart() throws Exception {
        String id;
        try (TestNode node = TestNode.start(folder, "a", List.of());
                SubscriptionStream stream = node.client().subscribe(QUERY)) {
            id = stream.id();
            stream.snapshot();
            commit(node.client(), "INSERT INTO machines (id, app) VALUES ('m1', 'web'), ('m2', 'web')");
            stream.next(2);
            commit(node.client(), "DELETE FROM machines WHERE id = 'm1'");
            stream.next();
        }
        assertThat(folder.resolve("a/data/subscriptions").resolve(id).resolve("sub.sqlite"))
                .exists();
        try (TestNode node = TestNode.start(folder, "a", List.of());
                SubscriptionStream back = node.client().resubscribe("/v1/subscriptions/" + id + "?from=1")) {
            commit(node.client(), "INSERT INTO machines (id, app) VALUES ('m3', 'web')");
            assertThat(back.next(3))
                    .containsExactly(
                            "{\"change\":[\"insert\",2,[\"m2\",\"started\"],2]}",
                            "{\"change\":[\"delete\",1,[\"m1\",\"started\"],3]}",
                            "{\"change\":[\"insert\",3,[\"m3\",\"started\"],4]}");
            try (SubscriptionStream same = node.client().subscribe(QUERY)) {
                assertThat(same.id()).isEqualTo(id);
                assertThat(same.snapshot()).hasSize(4).last().asString().contains("\"change_id\":4");
            }
        }
    }

    @Test
    void valuesOfEveryKindComeBackAsTheyWere() throws Exception {
        String sql = "SELECT body, weight, author FROM notes WHERE number > 0";
        String id;
        try (TestNode node = TestNode.start(folder, "a", List.of());
                SubscriptionStream stream = node.client().subscribe(sql)) {
            id = stream.id();
            stream.snapshot();
            node.client()
                    .commit("[[\"INSERT INTO notes VALUES ('a', 1, ?, 1.5), ('b', 2, ?, NULL), ('c', 3, ?, 2),"
                            + " ('d', 4, ?, 1e300)\", [[0, 255], \"1\", 9007199254740993, 0.1]]]");
            stream.next(4);
        }
        try (TestNode node = TestNode.start(folder, "a", List.of());
                SubscriptionStream stream = node.client().resubscribe("/v1/subscriptions/" + id + "?from=0")) {
            assertThat(stream.snapshot().subList(1, 5))
                    .containsExactly(
                            "{\"row\":[1,[[0,255],1.5,\"a\"]]}",
                            "{\"row\":[2,[\"1\",null,\"b\"]]}",
                            "{\"row\":[3,[9007199254740993,2.0,\"c\"]]}",
                            "{\"row\":[4,[0.1,1.0E300,\"d\"]]}");
            commit(node.client(), "UPDATE notes SET weight = 3 WHERE author = 'a'");
            assertThat(stream.next())
                    .as("nothing seems changed that was not")
                    .isEqualTo("{\"change\":[\"update\",1,[[0,255],3.0,\"a\"],5]}");
        }
    }

    @Test
    void whatHappenedInTheMeantimeComesAsChanges() throws Exception {
        String id;
        try (TestNode node = TestNode.start(folder, "a", List.of());
                SubscriptionStream stream = node.client().subscribe(QUERY)) {
            id = stream.id();
            stream.snapshot();
            commit(node.client(), "INSERT INTO machines (id, app) VALUES ('m1', 'web'), ('m2', 'web'), ('m3', 'web')");
            stream.next(3);
        }
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("a/data/store.db"));
                Statement statement = database.createStatement()) {
            statement.executeUpdate("UPDATE machines SET state = 'stopped', update_id = 'u-9' WHERE id = 'm2'");
            statement.executeUpdate("DELETE FROM machines WHERE id = 'm1'");
            statement.executeUpdate("INSERT INTO machines (id, app) VALUES ('m4', 'web')");
        }
        try (TestNode node = TestNode.start(folder, "a", List.of());
                SubscriptionStream back = node.client().resubscribe("/v1/subscriptions/" + id + "?from=3")) {
            assertThat(back.next(3))
                    .containsExactly(
                            "{\"change\":[\"delete\",1,[\"m1\",\"started\"],4]}",
                            "{\"change\":[\"update\",2,[\"m2\",\"stopped\"],5]}",
                            "{\"change\":[\"insert\",4,[\"m4\",\"started\"],6]}");
            eventually(() -> assertThat(node.events("subscription.send"))
                    .anyMatch(line -> line.contains("\"update\":\"u-9\"") && line.contains("\"change_id\":5")));
        }
    }

    @Test
    void whatPeersCommittedInTheMeantimeComesAsChanges() throws Exception {
        try (TestNode peer = TestNode.start(folder, "peer", List.of())) {
            String id;
            try (TestNode node = TestNode.start(folder, "a", List.of(peer.gossip()));
                    SubscriptionStream stream = node.client().subscribe(QUERY)) {
                id = stream.id();
                stream.snapshot();
                commit(peer.client(), "INSERT INTO machines (id, app) VALUES ('m1', 'web')");
                stream.next();
            }
            commit(peer.client(), "UPDATE machines SET state = 'moved'");
            try (TestNode node = TestNode.start(folder, "a", List.of(peer.gossip()));
                    SubscriptionStream back = node.client().resubscribe("/v1/subscriptions/" + id + "?from=1")) {
                assertThat(back.next()).isEqualTo("{\"change\":[\"update\",1,[\"m1\",\"moved\"],2]}");
            }
        }
    }

    /** A client that only ever applies changes in order, across three lives that end by SIGKILL, has what the table has. */
    @Test
    void aKilledNodeSkipsAndRepeatsNoChange() throws Exception {
        Path configuration = new NodeFiles(folder.resolve("a"), "a", List.of(), toml -> toml).write(0, 0);
        SortedMap<String, String> view = new TreeMap<>();
        long last = 0;
        String id = "";
        for (int life = 0; life < 3; life++) {
            try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
                StoreClient client = node.awaitReady();
                SubscriptionStream stream;
                if (life == 0) {
                    stream = client.subscribe(QUERY);
                    stream.snapshot();
                    id = stream.id();
                } else {
                    stream =
                            client.resubscribe("/v1/subscriptions/" + id + "?skip_rows=true&from=" + Math.max(last, 1));
                }
                int round = life;
                Thread load = Thread.ofVirtual().start(() -> commitUntilRefused(client, round));
                long target = last + 60;
                while (last < target) {
                    last = apply(stream.next(), last, view);
                }
                node.kill();
                load.join();
                String line = stream.next();
                while (!line.isEmpty()) {
                    last = apply(line, last, view);
                    line = stream.next();
                }
                stream.close();
            }
        }
        try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
            StoreClient client = node.awaitReady();
            commit(client, "INSERT INTO machines (id, app, state) VALUES ('final', 'web', 'final')");
            try (SubscriptionStream stream = client.resubscribe("/v1/subscriptions/" + id + "?from=" + last)) {
                while (!view.containsKey("final")) {
                    last = apply(stream.next(), last, view);
                }
            }
            assertThat(client.rows("SELECT id, state FROM machines ORDER BY id"))
                    .isEqualTo(view.entrySet().stream()
                            .map(row -> "[\"" + row.getKey() + "\",\"" + row.getValue() + "\"]")
                            .toList());
        }
    }

    private static long apply(String line, long last, SortedMap<String, String> view) {
        Matcher change = CHANGE.matcher(line);
        assertThat(change.matches()).as(line).isTrue();
        assertThat(Long.parseLong(change.group(4))).as("contiguous").isEqualTo(last + 1);
        if (change.group(1).equals("delete")) {
            view.remove(change.group(2));
        } else {
            view.put(change.group(2), change.group(3));
        }
        return last + 1;
    }

    private static void commitUntilRefused(StoreClient client, int life) {
        for (int i = 0; true; i++) {
            try {
                commit(
                        client,
                        "INSERT OR REPLACE INTO machines (id, app, state) VALUES ('m" + i % 17 + "', 'web', 's" + life
                                + "x" + i + "')");
                if (i % 5 == 0) {
                    commit(client, "DELETE FROM machines WHERE id = 'm" + i % 13 + "'");
                }
            } catch (UncheckedIOException killed) {
                return;
            }
        }
    }

    @Test
    void filesThatAreNoneMakeANoticeAndAFreshStart() throws Exception {
        String good;
        try (TestNode node = TestNode.start(folder, "a", List.of());
                SubscriptionStream stream = node.client().subscribe(QUERY)) {
            good = stream.id();
            stream.snapshot();
        }
        Path files = folder.resolve("a/data/subscriptions");
        String garbage = UUID.randomUUID().toString();
        Files.createDirectories(files.resolve(garbage));
        Files.writeString(files.resolve(garbage).resolve("sub.sqlite"), "no database ".repeat(500));
        String renamed = UUID.randomUUID().toString();
        Files.createDirectories(files.resolve(renamed));
        Files.copy(
                files.resolve(good).resolve("sub.sqlite"),
                files.resolve(renamed).resolve("sub.sqlite"));
        String empty = UUID.randomUUID().toString();
        Files.createDirectories(files.resolve(empty));
        String other = UUID.randomUUID().toString();
        Files.createDirectories(files.resolve(other));
        execute(files.resolve(other).resolve("sub.sqlite"), "CREATE TABLE x (y)");
        Files.createDirectories(files.resolve("readme"));

        try (TestNode node = TestNode.start(folder, "a", List.of())) {
            assertThat(notices(node))
                    .hasSize(5)
                    .anyMatch(line -> line.contains(garbage) && line.contains("file is not a database"))
                    .anyMatch(line -> line.contains(renamed) && line.contains("found subscription " + good))
                    .anyMatch(line -> line.contains(empty) && line.contains("found no file sub.sqlite"))
                    .anyMatch(line -> line.contains(other) && line.contains("no such table: meta"))
                    .anyMatch(line -> line.contains("readme: found another name"));
            for (String gone : List.of(garbage, renamed, empty, other)) {
                assertThat(node.client().get("/v1/subscriptions/" + gone).statusCode())
                        .isEqualTo(404);
                assertThat(files.resolve(gone)).doesNotExist();
            }
            try (SubscriptionStream stream = node.client().subscribe(QUERY)) {
                assertThat(stream.id()).isEqualTo(good);
            }
            assertThat(files.resolve("readme")).as("not ours").exists();
        }
    }

    @Test
    void aSubscriptionThatTheSchemaNoLongerHasIsForgotten() throws Exception {
        String star;
        try (TestNode node = TestNode.start(folder, "a", List.of());
                SubscriptionStream stream = node.client().subscribe("SELECT * FROM tags")) {
            star = stream.id();
            stream.snapshot();
        }
        Path configuration = new NodeFiles(folder.resolve("a"), "a", List.of(), toml -> toml).write(0, 0);
        Files.writeString(
                configuration.resolveSibling("schema.sql"),
                NodeFiles.SCHEMA.replace(
                        "CREATE TABLE tags (name TEXT NOT NULL PRIMARY KEY)",
                        "CREATE TABLE tags (name TEXT NOT NULL PRIMARY KEY, colour TEXT)"));
        try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
            StoreClient client = node.awaitReady();
            eventually(() -> assertThat(client.get("/v1/subscriptions/" + star).statusCode())
                    .isEqualTo(404));
            eventually(() -> assertThat(node.errors())
                    .contains("it cannot go on: found columns [name, colour], expected [name] as before"));
            try (SubscriptionStream fresh = client.subscribe("SELECT * FROM tags")) {
                assertThat(fresh.id()).isNotEqualTo(star);
                assertThat(fresh.snapshot().getFirst()).isEqualTo("{\"columns\":[\"name\",\"colour\"]}");
            }
        }
    }

    @Test
    void aSubscriptionWithoutReadersIsDestroyedWithItsFiles() throws Exception {
        try (TestNode node = TestNode.start(
                folder, "a", List.of(), toml -> toml.replace("history = 50", "idle_timeout = \"50ms\""))) {
            String id;
            try (SubscriptionStream stream = node.client().subscribe(QUERY)) {
                id = stream.id();
                stream.snapshot();
                assertThat(stream.isSilentFor(200))
                        .as("it lives while it is read")
                        .isTrue();
            }
            eventually(() -> {
                commit(node.client(), "INSERT OR REPLACE INTO machines (id, app) VALUES ('busy', 'web')");
                assertThat(folder.resolve("a/data/subscriptions").resolve(id)).doesNotExist();
            });
            assertThat(node.client().get("/v1/subscriptions/" + id).statusCode())
                    .isEqualTo(404);
            try (SubscriptionStream stream = node.client().subscribe(QUERY)) {
                assertThat(stream.id()).isNotEqualTo(id);
            }
        }
    }

    @Test
    void theFilesGoWhereTheConfigurationSays() throws Exception {
        try (TestNode node = TestNode.start(
                        folder,
                        "a",
                        List.of(),
                        toml -> toml.replace("[gossip]", "subscriptions_path = \"subs\"\n[gossip]"));
                SubscriptionStream stream = node.client().subscribe(QUERY)) {
            assertThat(folder.resolve("a/subs").resolve(stream.id()).resolve("sub.sqlite"))
                    .exists();
        }
    }

    private static List<String> notices(TestNode node) {
        return node.events().stream()
                .filter(line -> line.startsWith("notice: "))
                .toList();
    }

    private static void execute(Path file, String sql) throws Exception {
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void commit(StoreClient to, String sql) {
        to.commit("[" + StoreClient.quoted(sql) + "]");
    }
}
