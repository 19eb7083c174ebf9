package dev.gridlock.store.metrics;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.StoreClient;
import dev.gridlock.store.testing.SubscriptionStream;
import dev.gridlock.store.testing.TestNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
    @TempDir
    Path folder;

    @Test
    void everyMetricHasCorrosionsNameAndType() {
        StoreMetrics metrics = new StoreMetrics();
        metrics.committed("apps", StoreMetrics.Source.LOCAL, 1);
        metrics.swim("memberup");
        Set<String> types = metrics.text()
                .lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.substring("# TYPE ".length()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(types).containsExactlyElementsOf(List.of("""
                corro_agent_changes_batch_size histogram
                corro_agent_changes_commit_lag_seconds histogram
                corro_agent_changes_dropped counter
                corro_agent_changes_in_queue gauge
                corro_agent_changes_processing_time_seconds histogram
                corro_agent_changes_recv_lag_seconds histogram
                corro_agent_changesets_in_queue gauge
                corro_api_active_streams gauge
                corro_broadcast_dropped counter
                corro_broadcast_duplicate_count counter
                corro_broadcast_pending_count gauge
                corro_broadcast_rate_limited counter
                corro_broadcast_recv_count counter
                corro_broadcast_spawn counter
                corro_changes_committed counter
                corro_db_buffered_changes_v2_total gauge
                corro_db_gaps_sum gauge
                corro_db_wal_size gauge
                corro_gossip_cluster_size gauge
                corro_gossip_member_added counter
                corro_gossip_member_removed counter
                corro_gossip_members gauge
                corro_sqlite_interrupt counter
                corro_sqlite_pool_queue_seconds histogram
                corro_subs_changes_matched_count counter
                corro_subs_changes_processing_duration_seconds histogram
                corro_swim_notification counter
                corro_sync_changes_recv counter
                corro_sync_changes_sent counter
                corro_sync_client_handshake_errors counter
                corro_sync_client_member counter
                corro_sync_client_req_sent counter
                corro_sync_requests_recv counter
                corro_transport_connect_errors_v2 counter
                corro_transport_rtt_v2_seconds histogram
                """.split("\n")));
    }

    @Test
    void labelsBucketsAndValuesAreWrittenAsPrometheusReadsThem() {
        StoreMetrics metrics = new StoreMetrics();
        metrics.committed("apps", StoreMetrics.Source.LOCAL, 3);
        metrics.received(StoreMetrics.Way.SYNC, Duration.ofMillis(30));
        metrics.received(StoreMetrics.Way.SYNC, Duration.ofSeconds(-5));
        metrics.duplicates(StoreMetrics.DuplicateFrom.BOOKIE, 2);
        metrics.broadcastRecvCount.inc();
        metrics.dbBufferedChanges.set(7);
        String lag = "corro_agent_changes_recv_lag_seconds_bucket{source=\"sync\",le=\"";
        assertThat(metrics.text().lines())
                .contains(
                        "corro_changes_committed{source=\"local\",table=\"apps\"} 3.0",
                        "corro_broadcast_duplicate_count{from=\"bookie\"} 2.0",
                        "corro_broadcast_duplicate_count{from=\"cache\"} 0.0",
                        "corro_broadcast_recv_count 1.0",
                        "corro_db_buffered_changes_v2_total 7.0",
                        "corro_sqlite_pool_queue_seconds_count{queue=\"priority\"} 0",
                        lag + "0.001\"} 1",
                        lag + "0.005\"} 1",
                        lag + "0.025\"} 1",
                        lag + "0.05\"} 2",
                        lag + "0.1\"} 2",
                        lag + "0.2\"} 2",
                        lag + "1.0\"} 2",
                        lag + "60.0\"} 2",
                        lag + "+Inf\"} 2");
    }

    @Test
    void nodesShareNoNumbers() {
        StoreMetrics one = new StoreMetrics();
        StoreMetrics other = new StoreMetrics();
        one.broadcastDropped.inc();
        assertThat(other.text().lines()).contains("corro_broadcast_dropped 0.0");
    }

    @Test
    void theLibraryStartsNoThread() throws InterruptedException {
        Set<Thread> before = Set.copyOf(Thread.getAllStackTraces().keySet());
        Thread virtual = Thread.ofVirtual().start(() -> {
            StoreMetrics metrics = new StoreMetrics();
            metrics.waited(StoreMetrics.Queue.LOW, Duration.ofMillis(1));
            metrics.committed("apps", StoreMetrics.Source.REMOTE, 1);
            assertThat(metrics.text()).isNotEmpty();
        });
        virtual.join();
        Set<String> fresh = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> !name.startsWith("ForkJoinPool") && !name.startsWith("VirtualThread"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(fresh).isEmpty();
    }

    @Test
    void aNodeServesItsMetricsWhereItsFirstEventSays() {
        try (TestNode node = TestNode.start(
                folder, "seen", List.of(), toml -> toml + "[telemetry.prometheus]\naddr = \"127.0.0.1:0\"\n")) {
            node.client().commit("[\"INSERT INTO apps (id, name) VALUES ('a', 'x')\"]");
            String address = String.valueOf(
                    StoreClient.json(node.events("node.ready").getFirst()).get("prometheus"));
            StoreClient scraper = new StoreClient(address);
            node.client()
                    .post(
                            "/v1/queries?timeout=1",
                            "\"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0\"");
            HttpResponse<String> page = scraper.get("/metrics");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("content-type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
            assertThat(page.body().lines())
                    .contains(
                            "corro_changes_committed{source=\"local\",table=\"apps\"} 2.0",
                            "corro_sqlite_interrupt 1.0",
                            "corro_db_gaps_sum 0.0")
                    .anyMatch(line -> line.matches("corro_db_wal_size [1-9].*"));
            assertThat(scraper.get("/").statusCode()).isEqualTo(404);
            assertThat(scraper.post("/metrics", "").statusCode()).isEqualTo(405);
            assertThat(node.client().get("/metrics").statusCode())
                    .as("not on the API's port")
                    .isEqualTo(404);
        }
    }

    @Test
    void openStreamsAndLookedAtRowsAreCounted() throws Exception {
        try (TestNode node = TestNode.start(
                folder, "streams", List.of(), toml -> toml + "[telemetry.prometheus]\naddr = \"127.0.0.1:0\"\n")) {
            StoreClient scraper = new StoreClient(String.valueOf(
                    StoreClient.json(node.events("node.ready").getFirst()).get("prometheus")));
            try (SubscriptionStream rows = node.client().subscribe("SELECT id FROM apps");
                    SubscriptionStream updates = node.client().updates("apps")) {
                rows.snapshot();
                node.client().commit("[\"INSERT INTO apps (id) VALUES ('a'), ('b')\"]");
                assertThat(rows.next(2)).hasSize(2);
                assertThat(updates.next(2)).hasSize(2);
                eventually(() -> assertThat(scraper.get("/metrics").body().lines())
                        .contains(
                                "corro_api_active_streams{source=\"subscription\"} 1.0",
                                "corro_api_active_streams{source=\"updates\"} 1.0",
                                "corro_subs_changes_matched_count 2.0",
                                "corro_subs_changes_processing_duration_seconds_count 1"));
            }
            eventually(() -> assertThat(scraper.get("/metrics").body().lines())
                    .contains(
                            "corro_api_active_streams{source=\"subscription\"} 0.0",
                            "corro_api_active_streams{source=\"updates\"} 0.0"));
        }
    }

    @Test
    void withoutAnAddressNothingIsServed() {
        try (TestNode node = TestNode.start(folder, "unseen", List.of())) {
            assertThat(StoreClient.json(node.events("node.ready").getFirst())).doesNotContainKey("prometheus");
        }
    }
}
