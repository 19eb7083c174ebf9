package dev.gridlock.proxy.metrics;

import dev.gridlock.proxy.catalog.LoadedIndex;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.feed.FeedState;
import dev.gridlock.proxy.http.Draining;
import dev.gridlock.proxy.lockwatch.LockReport;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of one node. Thread-safe; reading them takes no lock that a stall could hold.
 *
 * <p>Only requests are counted here. The rest is read off the parts that know it whenever somebody asks. The registry belongs to
 * the node and starts no thread.
 */
public final class ProxyMetrics {

    /** Content type of {@link #text()}. */
    public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM);
    private final RequestMetrics requests = new RequestMetrics(registry);

    /**
     * The metrics of a node that is being put together.
     *
     * @param index what is loaded
     * @param locks looks at the catalog lock
     * @param feeds the subscriptions
     * @param events counted by name
     * @param running knows the requests under way
     */
    public ProxyMetrics(LoadedIndex index, LockReport locks, List<FeedState> feeds, EventLog events, Draining running) {
        gauge(
                "gridlock.requests.running",
                "Requests of clients that are being dealt with.",
                running,
                Draining::running);
        gauge("gridlock.catalog.applications", "Applications in the catalog.", index, LoadedIndex::applicationCount);
        gauge("gridlock.catalog.machines", "Machines in the catalog.", index, LoadedIndex::machineCount);
        feeds.forEach(this::showFeed);
        FunctionCounter.builder("gridlock.watchdog.misses", events, log -> log.count("watchdog.missed"))
                .description("Probes of the watchdog that failed.")
                .register(registry);
        registry.getPrometheusRegistry().register(new LockCollector(locks));
        registry.getPrometheusRegistry().register(new EventCollector(events));
    }

    private void showFeed(FeedState feed) {
        Gauge.builder("gridlock.feed.live", feed, state -> state.isLive() ? 1 : 0)
                .description("Whether the subscription stands: 1 or 0.")
                .tag("table", feed.table())
                .strongReference(true)
                .register(registry);
        Gauge.builder("gridlock.feed.applied.change", feed, FeedState::appliedChangeId)
                .description("Number of the last change that has been dealt with.")
                .tag("table", feed.table())
                .strongReference(true)
                .register(registry);
    }

    /** Counts the requests of clients. */
    public RequestMetrics requests() {
        return requests;
    }

    /** Everything in the Prometheus text format 0.0.4, in the order of the names. */
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
