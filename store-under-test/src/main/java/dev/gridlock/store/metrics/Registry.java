package dev.gridlock.store.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/**
 * The metrics of one node and their text form. Thread-safe.
 *
 * <p>The client library is kept to what has no life of its own: no default registry, no properties from files or environment, no
 * exemplars, which would start a timer thread.
 */
final class Registry {
    static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;
    private static final String SUFFIX = "_total";

    /** Upper bounds of Corrosion's histograms, in seconds. */
    private static final double[] BUCKETS = {0.001, 0.005, 0.025, 0.05, 0.1, 0.2, 1, 2, 3, 4, 5, 10, 30, 60};

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusProperties properties =
            PrometheusProperties.builder().build();

    Counter counter(String name, String help, String... labels) {
        return Counter.builder(properties)
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry);
    }

    Gauge gauge(String name, String help, String... labels) {
        return Gauge.builder(properties)
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry);
    }

    Histogram histogram(String name, String help, String... labels) {
        return Histogram.builder(properties)
                .name(name)
                .help(help)
                .labelNames(labels)
                .classicOnly()
                .classicUpperBounds(BUCKETS)
                .withoutExemplars()
                .register(registry);
    }

    /** A histogram of numbers of things rather than of seconds: powers of four up to what one transaction applies at most. */
    Histogram sizes(String name, String help) {
        return Histogram.builder(properties)
                .name(name)
                .help(help)
                .classicOnly()
                .classicExponentialUpperBounds(1, 4, 9)
                .withoutExemplars()
                .register(registry);
    }

    /** Everything in the Prometheus text format, sorted by name, then by labels. */
    String text() {
        MetricSnapshots snapshots = registry.scrape();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(bytes, snapshots, EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        Set<String> counters = new TreeSet<>();
        for (MetricSnapshot snapshot : snapshots) {
            if (snapshot instanceof CounterSnapshot) {
                counters.add(snapshot.getMetadata().getPrometheusName());
            }
        }
        StringBuilder text = new StringBuilder();
        bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> text.append(withoutSuffix(line, counters)).append('\n'));
        return text.toString();
    }

    /** The library ends the names of counters in {@code _total}; Corrosion's do not. */
    private static String withoutSuffix(String line, Set<String> counters) {
        int start = line.startsWith("# ") ? line.indexOf(' ', 2) + 1 : 0;
        int end = start;
        while (end < line.length() && (Character.isLetterOrDigit(line.charAt(end)) || line.charAt(end) == '_')) {
            end++;
        }
        String name = line.substring(start, end);
        return name.endsWith(SUFFIX) && counters.contains(name.substring(0, name.length() - SUFFIX.length()))
                ? line.substring(0, end - SUFFIX.length()) + line.substring(end)
                : line;
    }
}
