package dev.gridlock.store.subscription;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.StoreClient;
import dev.gridlock.store.testing.SubscriptionStream;
import dev.gridlock.store.testing.TestNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubscriptionTest {
    private static final String QUERY = "SELECT id, state FROM machines WHERE app = 'web'";

    @TempDir
    Path folder;

    private TestNode node;
    private StoreClient client;

    @BeforeEach
    void start() {
        node = TestNode.start(folder, "sub", List.of());
        client = node.client();
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aSnapshotThenEveryChangeWithContiguousIds() throws Exception {
        commit("INSERT INTO machines (id, app) VALUES ('m1', 'web'), ('m2', 'api'), ('m3', 'web')");
        try (SubscriptionStream stream = client.subscribe(QUERY)) {
            List<String> snapshot = stream.snapshot();
            assertThat(snapshot.subList(0, 3))
                    .containsExactly(
                            "{\"columns\":[\"id\",\"state\"]}",
                            "{\"row\":[1,[\"m1\",\"started\"]]}",
                            "{\"row\":[2,[\"m3\",\"started\"]]}");
            assertThat(snapshot.get(3)).matches("\\{\"eoq\":\\{\"time\":[0-9.E-]+,\"change_id\":0}}");
            assertThat(stream.header("corro-query-hash")).matches("[0-9a-f]{16}");

            commit("UPDATE machines SET state = 'stopped' WHERE id = 'm3'");
            assertThat(stream.next()).isEqualTo("{\"change\":[\"update\",2,[\"m3\",\"stopped\"],1]}");
            commit("UPDATE machines SET app = 'web' WHERE id = 'm2'");
            assertThat(stream.next())
                    .as("comes into the result")
                    .isEqualTo("{\"change\":[\"insert\",3,[\"m2\",\"started\"],2]}");
            commit("UPDATE machines SET app = 'api' WHERE id = 'm1'");
            assertThat(stream.next())
                    .as("leaves the result")
                    .isEqualTo("{\"change\":[\"delete\",1,[\"m1\",\"started\"],3]}");
            commit("DELETE FROM machines WHERE id = 'm3'");
            assertThat(stream.next()).isEqualTo("{\"change\":[\"delete\",2,[\"m3\",\"stopped\"],4]}");
            commit("UPDATE machines SET app = 'web' WHERE id = 'm1'");
            assertThat(stream.next())
                    .as("a row that comes back is a new one")
                    .isEqualTo("{\"change\":[\"insert\",4,[\"m1\",\"started\"],5]}");
        }
    }

    @Test
    void changesThatDoNotTouchTheResultAreNotTold() throws Exception {
        try (SubscriptionStream stream = client.subscribe(QUERY)) {
            stream.snapshot();
            commit("INSERT INTO machines (id, app) VALUES ('x', 'api')");
            commit("INSERT INTO apps (id) VALUES ('x')");
            commit("INSERT INTO machines (id, app) VALUES ('y', 'web')");
            assertThat(stream.next()).contains("\"y\"");
            commit("UPDATE machines SET address = '10.0.0.1:80'");
            commit("UPDATE machines SET state = 'last'");
            assertThat(stream.next()).isEqualTo("{\"change\":[\"update\",1,[\"y\",\"last\"],2]}");
        }
    }

    @Test
    void equalQueriesShareOneSubscription() throws Exception {
        try (SubscriptionStream first = client.subscribe(QUERY)) {
            first.snapshot();
            commit("INSERT INTO machines (id, app) VALUES ('m1', 'web')");
            first.next();
            try (SubscriptionStream second = client.subscribe("SELECT id,  state FROM machines\nWHERE app = 'web'")) {
                assertThat(second.id()).isEqualTo(first.id());
                assertThat(second.snapshot()).last().asString().contains("\"change_id\":1");
                commit("UPDATE machines SET state = 'both'");
                assertThat(first.next()).isEqualTo(second.next()).contains("both");
            }
        }
    }

    @Test
    void aReaderComesBackFromTheLastChangeItSaw() throws Exception {
        String id;
        try (SubscriptionStream stream = client.subscribe(QUERY)) {
            id = stream.id();
            stream.snapshot();
            commit("INSERT INTO machines (id, app) VALUES ('m1', 'web')");
            stream.next();
        }
        commit("INSERT INTO machines (id, app) VALUES ('m2', 'web')");
        commit("UPDATE machines SET state = 'stopped' WHERE id = 'm1'");
        try (SubscriptionStream back = client.resubscribe("/v1/subscriptions/" + id + "?from=1")) {
            assertThat(back.next(2))
                    .as("no columns, no rows, only later changes")
                    .containsExactly(
                            "{\"change\":[\"insert\",2,[\"m2\",\"started\"],2]}",
                            "{\"change\":[\"update\",1,[\"m1\",\"stopped\"],3]}");
            // only now: what happens to a row within one interval is one change, or none
            commit("DELETE FROM machines WHERE id = 'm2'");
            assertThat(back.next()).isEqualTo("{\"change\":[\"delete\",2,[\"m2\",\"started\"],4]}");
        }
        try (SubscriptionStream zero = client.resubscribe("/v1/subscriptions/" + id + "?from=0")) {
            assertThat(zero.snapshot()).as("from=0 is a full snapshot").hasSize(3);
        }
        try (SubscriptionStream skipping = client.resubscribe("/v1/subscriptions/" + id + "?skip_rows=true")) {
            commit("UPDATE machines SET state = 'now'");
            assertThat(skipping.next()).isEqualTo("{\"change\":[\"update\",1,[\"m1\",\"now\"],5]}");
        }
    }

    @Test
    void whoComesBackTooLateOrFromTheFutureIsToldSo() throws Exception {
        try (TestNode purging = TestNode.start(
                        folder,
                        "purging",
                        List.of(),
                        toml -> toml.replace("history = 50", "history = 50\npurge_interval = \"1ms\""));
                SubscriptionStream stream = purging.client().subscribe(QUERY)) {
            stream.snapshot();
            for (int i = 0; i < 60; i++) {
                commit(
                        purging.client(),
                        "INSERT OR REPLACE INTO machines (id, app, state) VALUES ('m1', 'web', 's" + i + "')");
                stream.next();
            }
            String path = "/v1/subscriptions/" + stream.id();
            eventually(() -> {
                try (SubscriptionStream late = purging.client().resubscribe(path + "?from=9")) {
                    assertThat(late.next())
                            .isEqualTo("{\"error\":\"found from=9, expected 10 to 60: start over without from\"}");
                    assertThat(late.next()).as("end of the stream").isEmpty();
                }
            });
            try (SubscriptionStream early = purging.client().resubscribe(path + "?from=61")) {
                assertThat(early.next()).startsWith("{\"error\":\"found from=61");
            }
            try (SubscriptionStream inTime = purging.client().resubscribe(path + "?from=10")) {
                assertThat(inTime.next()).endsWith(",11]}");
            }
        }
    }

    @Test
    void betweenPurgesMoreChangesAreKept() throws Exception {
        try (SubscriptionStream stream = client.subscribe(QUERY)) {
            stream.snapshot();
            for (int i = 0; i < 60; i++) {
                commit("INSERT OR REPLACE INTO machines (id, app, state) VALUES ('m1', 'web', 's" + i + "')");
                stream.next();
            }
            try (SubscriptionStream back = client.resubscribe("/v1/subscriptions/" + stream.id() + "?from=1")) {
                assertThat(back.next(59)).last().asString().endsWith(",60]}");
            }
        }
    }

    @Test
    void aReaderThatLagsIsCutWithoutAWordAndTheOthersGoOn() throws Exception {
        String more = "x".repeat(20_000);
        try (TestNode small = TestNode.start(
                        folder,
                        "small",
                        List.of(),
                        toml -> toml.replace("history = 50", "history = 50\nbuffer = 300"));
                SubscriptionStream good = small.client().subscribe("SELECT id, state, address FROM machines");
                Socket lazy = subscribeWithoutReading(small.api(), "SELECT id, state, address FROM machines")) {
            good.snapshot();
            for (int round = 0; small.events("subscription.cut").isEmpty(); round++) {
                assertThat(round).as("rounds of 100 rows of 20 kB").isLessThan(60);
                commit(
                        small.client(),
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)"
                                + " INSERT OR REPLACE INTO machines (id, state, address) SELECT 'm' || i, 's" + round
                                + "', '"
                                + more + "' FROM n");
                good.next(100);
            }
            assertThat(small.events("subscription.cut"))
                    .singleElement()
                    .asString()
                    .contains(good.id(), "lags by more than 300 changes");
            commit(small.client(), "DELETE FROM machines WHERE id = 'm1'");
            assertThat(good.next()).startsWith("{\"change\":[\"delete\"");
            assertThat(endsWithoutError(lazy)).isTrue();
        }
    }

    private static Socket subscribeWithoutReading(String api, String sql) throws IOException {
        String[] address = api.split(":", 2);
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(address[0], Integer.parseInt(address[1])));
        String body = StoreClient.quoted(sql);
        socket.getOutputStream()
                .write(("POST /v1/subscriptions HTTP/1.1\r\n"
                                + "Host: x\r\n"
                                + "Content-Type: application/json\r\n"
                                + "Content-Length: "
                                + body.length() + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    private static boolean endsWithoutError(Socket socket) throws IOException {
        socket.setSoTimeout(10_000);
        StringBuilder text = new StringBuilder();
        try (InputStream in = socket.getInputStream()) {
            byte[] buffer = new byte[1 << 16];
            int read = in.read(buffer);
            while (read >= 0) {
                text.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
                read = in.read(buffer);
            }
        } catch (SocketException reset) {
            text.append(reset.getMessage());
        }
        return !text.toString().contains("{\"error\"");
    }

    @Test
    void aFailingExpressionEndsTheStreamWithAnErrorAndTheNodeGoesOn() throws Exception {
        commit("INSERT INTO notes (author, number) VALUES ('a', 1)");
        try (SubscriptionStream stream = client.subscribe("SELECT abs(number) FROM notes")) {
            stream.snapshot();
            commit("INSERT INTO notes (author, number) VALUES ('b', -9223372036854775808)");
            assertThat(stream.next()).isEqualTo("{\"error\":\"integer overflow\"}");
            assertThat(stream.next()).as("end of the stream").isEmpty();
        }
        assertThat(client.rows("SELECT 1")).containsExactly("[1]");
    }

    @Test
    void stoppingTheNodeEndsItsStreams() throws Exception {
        try (SubscriptionStream stream = client.subscribe(QUERY)) {
            stream.snapshot();
            node.close();
            assertThat(stream.next()).as("end of the stream").isEmpty();
        }
    }

    private void commit(String sql) {
        commit(client, sql);
    }

    private static void commit(StoreClient to, String sql) {
        to.commit("[" + StoreClient.quoted(sql) + "]");
    }
}
