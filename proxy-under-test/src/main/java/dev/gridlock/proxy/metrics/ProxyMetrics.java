package dev.gridlock.proxy.metrics;

import dev.gridlock.proxy.catalog.LoadedIndex;
import dev.gridlock.proxy.feed.FeedState;
import dev.gridlock.proxy.lockwatch.LockReport;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of one node. Thread-safe; nothing here takes the catalog lock, so that they can be read while it is stuck.
 *
 * <p>Most are read off the node's parts when somebody asks. The registry is the node's own and starts no thread; it reads no time
 * of the day, and what is measured is held by it, not weakly.
 */
public final class ProxyMetrics {

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM);
    private final Counter watchdogMisses;

    /** Metrics that are all zero. */
    public ProxyMetrics() {
        watchdogMisses = Counter.builder("gridlock.watchdog.misses")
                .description("Probes of the watchdog that failed")
                .register(registry);
    }

    /** A client's request was answered with that status. */
    public void answered(int status) {
        Counter.builder("gridlock.requests")
                .description("Requests of clients that were answered, by status")
                .tag("status", Integer.toString(status))
                .register(registry)
                .increment();
    }

    /** A probe of the watchdog failed. */
    public void watchdogMissed() {
        watchdogMisses.increment();
    }

    /** Shows how many requests of clients are under way. */
    public void showRequests(IntSupplier running) {
        gauge("gridlock.requests.running", "Requests of clients under way", running, IntSupplier::getAsInt);
    }

    /** Shows how many applications and machines are loaded. */
    public void showCatalog(LoadedIndex index) {
        gauge("gridlock.catalog.applications", "Applications loaded", index, LoadedIndex::applicationCount);
        gauge("gridlock.catalog.machines", "Machines loaded", index, LoadedIndex::machineCount);
    }

    /** Shows how the subscriptions stand. */
    public void showFeeds(List<FeedState> feeds) {
        for (FeedState feed : feeds) {
            Gauge.builder("gridlock.feed.live", feed, state -> state.isLive() ? 1 : 0)
                    .description("1 while the subscription stands, 0 while it does not")
                    .tag("table", feed.table())
                    .strongReference(true)
                    .register(registry);
            Gauge.builder("gridlock.feed.position", feed, FeedState::appliedChangeId)
                    .description("Number of the last change that was dealt with")
                    .tag("table", feed.table())
                    .strongReference(true)
                    .register(registry);
        }
    }

    /** Shows the lock: who is inside and who waits, what was counted, and the histograms of waits and holds. */
    public void showLock(LockReport locks) {
        gauge(
                "gridlock.lock.holders",
                "Operations inside the catalog lock",
                locks,
                report -> report.stalls().picture().holders().size());
        gauge(
                "gridlock.lock.waiters",
                "Operations that wait for the catalog lock",
                locks,
                report -> report.stalls().picture().waiters().size());
        FunctionCounter.builder(
                        "gridlock.lock.operations",
                        locks,
                        report -> report.stalls().picture().begun())
                .description("Operations on the catalog lock that have begun")
                .register(registry);
        FunctionCounter.builder(
                        "gridlock.lock.timeouts",
                        locks,
                        report -> report.stalls().picture().timeouts())
                .description("Operations that gave up waiting for the catalog lock")
                .register(registry);
        registry.getPrometheusRegistry().register(new LockTimes(locks.statistics()));
    }

    /** Everything in the Prometheus text format. */
    public String text() {
        return registry.scrape();
    }

    private <T> void gauge(String name, String help, T source, ToDoubleFunction<T> value) {
        Gauge.builder(name, source, value)
                .description(help)
                .strongReference(true)
                .register(registry);
    }
}
