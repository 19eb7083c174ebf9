package dev.gridlock.store.process;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.ClientView;
import dev.gridlock.store.testing.StoreClient;
import dev.gridlock.store.testing.SubscriptionStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subscriber that does not read while thousands of rows change, at one of two nodes. */
class LaggingSubscriberTest {
    private static final String QUERY = "SELECT author, number, weight, body FROM notes WHERE weight >= 0";
    private static final String LAST = "[\"last\",0,0.0,null]";
    /** Far more than the buffers of a connection take, in rows of 10 kB. */
    private static final int MOST_ROUNDS = 100;

    @TempDir
    Path folder;

    @Test
    void oneThatWasCutGoesOnWhereItWas() throws Exception {
        try (ProcessCluster cluster = new ProcessCluster(
                        folder, 2, toml -> toml.replace("history = 50", "history = 50\nbuffer = 200"));
                LazyReader lazy = new LazyReader(cluster.apiPort(0), QUERY)) {
            ClientView view = new ClientView(lazy.snapshot());
            changeUntilCut(cluster);
            readTheRest(lazy, view);
            changeThousands(cluster, 1);
            changeThousands(cluster, 2);
            // quiet from here on: one that lags again before it has caught up would be told to start over
            SubscriptionStream stream = comeBack(cluster, lazy.id(), view.lastChange());
            sayLast(cluster);
            assertThat(follow(stream, view, cluster))
                    .as("it need not start over")
                    .isSameAs(view);
            assertEqualsItsQuery(view, cluster);
        }
    }

    @Test
    void oneThatComesBackTooLateIsToldToStartOver() throws Exception {
        try (ProcessCluster cluster = new ProcessCluster(
                        folder,
                        2,
                        toml -> toml.replace("history = 50", "history = 50\nbuffer = 200\npurge_interval = \"50ms\""));
                LazyReader lazy = new LazyReader(cluster.apiPort(0), QUERY)) {
            ClientView view = new ClientView(lazy.snapshot());
            changeUntilCut(cluster);
            readTheRest(lazy, view);
            changeThousands(cluster, 1);
            eventually(() -> {
                try (SubscriptionStream stream = comeBack(cluster, lazy.id(), view.lastChange())) {
                    assertThat(stream.next())
                            .startsWith("{\"error\":\"found from=" + view.lastChange() + ", expected ")
                            .endsWith(": start over without from\"}");
                    assertThat(stream.next()).as("end of the stream").isEmpty();
                }
            });
            SubscriptionStream stream = cluster.client(0).subscribe(QUERY);
            assertThat(stream.id()).isEqualTo(lazy.id());
            ClientView fresh = new ClientView(stream.snapshot());
            changeThousands(cluster, 2);
            sayLast(cluster);
            assertEqualsItsQuery(follow(stream, fresh, cluster), cluster);
        }
    }

    /** Large rows, until the node at which nobody reads gives its reader up. */
    private static void changeUntilCut(ProcessCluster cluster) throws InterruptedException {
        for (int round = 0; cluster.process(0).events("subscription.cut").isEmpty(); round++) {
            assertThat(round).as("rounds of 100 rows of 10 kB").isLessThan(MOST_ROUNDS);
            commit(
                    cluster.client(1),
                    "INSERT OR REPLACE INTO notes (author, number, body, weight) WITH RECURSIVE n(i) AS (SELECT 1 UNION"
                            + " ALL SELECT i + 1 FROM n WHERE i < 100) SELECT 'large', i, hex(zeroblob(5000)), "
                            + round + " FROM n");
            cluster.awaitAgreement();
        }
        assertThat(cluster.process(0).events("subscription.cut"))
                .singleElement()
                .asString()
                .contains("lags by more than 200 changes");
    }

    private static void readTheRest(LazyReader lazy, ClientView view) throws Exception {
        List<String> rest = lazy.readToTheEnd();
        assertThat(rest).isNotEmpty().noneMatch(line -> line.startsWith("{\"error\""));
        rest.forEach(view::apply);
    }

    /** Rows come, change, leave the result, return to it, and go. */
    private static void changeThousands(ProcessCluster cluster, int round) throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            StoreClient client = cluster.client(1 - i % 2);
            commit(
                    client,
                    "INSERT OR REPLACE INTO notes (author, number, weight) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
                            + " SELECT i + 1 FROM n WHERE i < 200) SELECT 'small', i + " + 130 * i + ", " + round
                            + " FROM n");
            commit(client, "UPDATE notes SET weight = -weight - 1 WHERE (number + " + i + ") % 3 = 0");
            commit(client, "DELETE FROM notes WHERE (number + " + i + ") % 11 = 0");
        }
        cluster.awaitAgreement();
    }

    private static SubscriptionStream comeBack(ProcessCluster cluster, String id, long from) {
        return cluster.client(0).resubscribe("/v1/subscriptions/" + id + "?skip_rows=true&from=" + from);
    }

    private static void sayLast(ProcessCluster cluster) throws InterruptedException {
        commit(cluster.client(1), "INSERT INTO notes (author, number, weight) VALUES ('last', 0, 0)");
        cluster.awaitAgreement();
    }

    /**
     * Follows a stream up to the last row. More changes at once than the buffer takes cut any reader, however quick: it comes back then,
     * and starts over when it is told to.
     */
    private static ClientView follow(SubscriptionStream first, ClientView view, ProcessCluster cluster)
            throws Exception {
        SubscriptionStream stream = first;
        ClientView latest = view;
        try {
            while (latest.rows().stream().noneMatch(LAST::equals)) {
                String line = stream.next();
                if (line.isEmpty()) {
                    stream.close();
                    stream = comeBack(cluster, first.id(), latest.lastChange());
                } else if (line.startsWith("{\"error\"")) {
                    stream.close();
                    stream = cluster.client(0).subscribe(QUERY);
                    latest = new ClientView(stream.snapshot());
                } else {
                    latest.apply(line);
                }
            }
            return latest;
        } finally {
            stream.close();
        }
    }

    private static void assertEqualsItsQuery(ClientView view, ProcessCluster cluster) {
        assertThat(view.rows())
                .hasSizeGreaterThan(100)
                .containsExactlyInAnyOrderElementsOf(cluster.client(0).rows(QUERY));
    }

    private static void commit(StoreClient to, String sql) {
        to.commit("[" + StoreClient.quoted(sql) + "]");
    }
}
