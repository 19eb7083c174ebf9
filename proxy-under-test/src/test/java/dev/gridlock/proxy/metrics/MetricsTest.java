package dev.gridlock.proxy.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.RawClient;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsTest {

    /** A line of the text format 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/. */
    private static final Pattern SAMPLE =
            Pattern.compile("[a-z_]+(\\{[a-z_]+=\"[^\"]*\"(,[a-z_]+=\"[^\"]*\")*})? ([0-9.E+-]+|NaN|\\+Inf)");

    private static final String NOBODY = "127.0.0.1:1";

    private final FakeStore store = FakeStore.start();
    private final FakeHost host = FakeHost.echo("host");

    @AfterEach
    void close() {
        host.close();
        store.close();
    }

    @Test
    void theAnswerIsInTheTextFormatOfPrometheus() throws IOException {
        store.putApp("shop", "u-1");
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            proxy.get("shop", "/");
            RawMessage answer = proxy.control("/metrics");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.field("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
            List<String> lines = answer.body().lines().toList();
            assertThat(lines).filteredOn(line -> !line.startsWith("# ")).allMatch(SAMPLE.asMatchPredicate());
            List<String> families = lines.stream()
                    .filter(line -> line.startsWith("# TYPE "))
                    .map(line -> line.substring("# TYPE ".length()))
                    .toList();
            assertThat(families)
                    .containsExactly(
                            "gridlock_catalog_applications gauge",
                            "gridlock_catalog_machines gauge",
                            "gridlock_events_total counter",
                            "gridlock_feed_applied_change gauge",
                            "gridlock_feed_live gauge",
                            "gridlock_lock_hold_seconds summary",
                            "gridlock_lock_hold_seconds_max gauge",
                            "gridlock_lock_in_flight gauge",
                            "gridlock_lock_operations_total counter",
                            "gridlock_lock_quick_reads_total counter",
                            "gridlock_lock_timeouts_total counter",
                            "gridlock_lock_wait_seconds summary",
                            "gridlock_lock_wait_seconds_max gauge",
                            "gridlock_requests_running gauge",
                            "gridlock_requests_seconds summary",
                            "gridlock_requests_seconds_max gauge",
                            "gridlock_upstream_attempts_total counter",
                            "gridlock_upstream_retries_total counter",
                            "gridlock_watchdog_misses_total counter");
        }
    }

    @Test
    void requestsAreCountedByOutcomeAndMachinesByHowOftenTheyWereChosen() throws IOException {
        store.putApp("shop", "u-1");
        store.putMachine("m-1", "shop", "waw", NOBODY, "u-1");
        store.putMachine("m-2", "shop", "fra", host.address(), "u-1");
        store.putApp("empty", "u-2");
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);
            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);
            assertThat(proxy.get("empty", "/").status()).isEqualTo(503);
            assertThat(proxy.get("attic", "/").status()).isEqualTo(404);
            try (var client = new RawClient(proxy.node().frontAddress())) {
                assertThat(client.ask("GET / HTTP/1.1\r\n\r\n").status()).isEqualTo(400);
            }
            Map<String, Double> metrics = settled(proxy);

            assertThat(metrics)
                    .containsEntry("gridlock_requests_seconds_count{outcome=\"routed\"}", 2.0)
                    .containsEntry("gridlock_requests_seconds_count{outcome=\"no-healthy-machine\"}", 1.0)
                    .containsEntry("gridlock_requests_seconds_count{outcome=\"unknown-application\"}", 1.0)
                    .containsEntry("gridlock_requests_seconds_count{outcome=\"not-routed\"}", 1.0)
                    .containsEntry("gridlock_requests_seconds_count{outcome=\"broken-off\"}", 0.0)
                    // The first request tried the near machine in vain; the second passed it over.
                    .containsEntry("gridlock_upstream_attempts_total", 3.0)
                    .containsEntry("gridlock_upstream_retries_total", 1.0);
            assertThat(value(metrics, "gridlock_requests_seconds_sum{outcome=\"routed\"}"))
                    .isPositive();
            assertThat(value(metrics, "gridlock_requests_seconds_max{outcome=\"routed\"}"))
                    .isPositive();
        }
    }

    @Test
    void aRequestIsRoutedEvenIfItsOnlyMachineFailedAndBrokenOffIfTheAnswerWas() throws IOException {
        store.putApp("shop", "u-1");
        store.putMachine("m-1", "shop", "waw", NOBODY, "u-1");
        store.putApp("cut", "u-2");
        try (var cutting = FakeHost.answering(request -> "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
                var proxy = new TestProxy(store.address(), "").ready()) {
            store.putMachine("m-2", "cut", "waw", cutting.address(), "u-2");
            assertThat(proxy.get("shop", "/").status()).isEqualTo(502);
            try (var client = new RawClient(proxy.node().frontAddress())) {
                client.send("GET / HTTP/1.1\r\nHost: cut.example\r\n\r\n");
                Events.until("the answer has begun", () -> !cutting.requests().isEmpty());
                cutting.cut();
                Events.until(
                        "the request is broken off",
                        () -> value(read(proxy), "gridlock_requests_seconds_count{outcome=\"broken-off\"}") == 1.0);
            }

            assertThat(read(proxy)).containsEntry("gridlock_requests_seconds_count{outcome=\"routed\"}", 1.0);
        }
    }

    @Test
    void aStoreThatCannotBeAskedIsAnOutcome() throws IOException {
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            store.close();
            assertThat(proxy.get("shop", "/").status()).isEqualTo(503);

            assertThat(settled(proxy))
                    .containsEntry("gridlock_requests_seconds_count{outcome=\"store-unavailable\"}", 1.0);
            Events.until(
                    "the feeds are cut",
                    () -> value(read(proxy), "gridlock_feed_live{table=\"apps\"}") == 0.0
                            && read(proxy).getOrDefault("gridlock_events_total{event=\"feed.cut\"}", 0.0) >= 2.0);
        }
    }

    @Test
    void theCatalogAndItsFeedsAreShown() throws IOException {
        store.putApp("shop", "u-1");
        store.putApp("forum", "u-2");
        store.putMachine("m-1", "shop", "waw", host.address(), "u-1");
        store.putMachine("m-2", "shop", "fra", host.address(), "u-1");
        store.putMachine("m-3", "forum", "fra", host.address(), "u-2");
        try (var proxy = new TestProxy(store.address(), "[catalog]\nloading = \"eager\"").ready()) {
            assertThat(read(proxy))
                    .containsEntry("gridlock_catalog_applications", 2.0)
                    .containsEntry("gridlock_catalog_machines", 3.0)
                    .containsEntry("gridlock_feed_live{table=\"apps\"}", 1.0)
                    .containsEntry("gridlock_feed_live{table=\"machines\"}", 1.0)
                    .containsEntry("gridlock_feed_applied_change{table=\"apps\"}", 2.0)
                    .containsEntry("gridlock_feed_applied_change{table=\"machines\"}", 3.0)
                    .containsEntry("gridlock_events_total{event=\"node.ready\"}", 1.0)
                    .containsEntry("gridlock_watchdog_misses_total", 0.0);
        }
    }

    @Test
    void theLockIsShownWhileItIsHeld() throws Exception {
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            var inside = new CountDownLatch(1);
            var release = new CountDownLatch(1);
            Thread reader = Thread.ofVirtual()
                    .start(() -> proxy.node().catalog().read("long", "", view -> {
                        inside.countDown();
                        return waitFor(release);
                    }));
            assertThat(waitFor(inside)).isTrue();
            proxy.node()
                    .catalog()
                    .write("lazy-load", "shop", "u-1", WriteTimeout.after(Duration.ofMillis(20)), edit -> true);
            Map<String, Double> held = read(proxy);

            assertThat(held)
                    .containsEntry("gridlock_lock_in_flight{phase=\"holding\"}", 1.0)
                    .containsEntry("gridlock_lock_in_flight{phase=\"waiting\"}", 0.0)
                    .containsEntry("gridlock_lock_in_flight{phase=\"without-slot\"}", 0.0)
                    .containsEntry("gridlock_lock_timeouts_total", 1.0)
                    .containsEntry("gridlock_lock_wait_seconds_count{label=\"lazy-load\",mode=\"exclusive\"}", 1.0)
                    .containsEntry("gridlock_lock_hold_seconds_count{label=\"lazy-load\",mode=\"exclusive\"}", 0.0)
                    .containsEntry("gridlock_events_total{event=\"lock.timeout\"}", 1.0);
            double longest = value(held, "gridlock_lock_wait_seconds_max{label=\"lazy-load\",mode=\"exclusive\"}");
            double sum = value(held, "gridlock_lock_wait_seconds_sum{label=\"lazy-load\",mode=\"exclusive\"}");
            assertThat(longest).isBetween(0.02, 5.0);
            assertThat(sum).isBetween(0.98 * longest, longest);

            release.countDown();
            reader.join();
            Events.until(
                    "the reader is gone", () -> value(read(proxy), "gridlock_lock_in_flight{phase=\"holding\"}") == 0);
            assertThat(value(
                            read(proxy),
                            "gridlock_lock_hold_seconds{label=\"long\",mode=\"shared\",quantile=\"0.99\"}"))
                    .isGreaterThan(0.02);
        }
    }

    @Test
    void missesOfTheWatchdogAreCounted() throws Exception {
        String watchful = "[watchdog]\nenabled = true\ninterval = \"20ms\"\npatience = 1000";
        try (var proxy = new TestProxy(store.address(), watchful).ready()) {
            var release = new CountDownLatch(1);
            Thread writer = Thread.ofVirtual()
                    .start(() -> proxy.node()
                            .catalog()
                            .write("long", "", "", WriteTimeout.none(), edit -> waitFor(release)));
            Events.until("a probe is missed", () -> value(read(proxy), "gridlock_watchdog_misses_total") > 0);
            release.countDown();
            writer.join();
        }
    }

    /** The metrics once no request is under way: the client hears of an answer before the proxy has dealt with it. */
    private static Map<String, Double> settled(TestProxy proxy) {
        Events.until("no request is under way", () -> value(read(proxy), "gridlock_requests_running") == 0);
        return read(proxy);
    }

    private static Map<String, Double> read(TestProxy proxy) {
        try {
            var values = new TreeMap<String, Double>();
            proxy.control("/metrics")
                    .body()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> {
                        int space = line.lastIndexOf(' ');
                        values.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
                    });
            return values;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static double value(Map<String, Double> metrics, String name) {
        Double value = metrics.get(name);
        if (value == null) {
            throw new AssertionError("There is no " + name + " among " + metrics.keySet());
        }
        return value;
    }

    private static boolean waitFor(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
