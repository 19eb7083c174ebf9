package dev.gridlock.toxiproxy.metrics;

import dev.gridlock.toxiproxy.link.Meter;
import dev.gridlock.toxiproxy.proxy.ProxyState;
import dev.gridlock.toxiproxy.proxy.Traffic;
import dev.gridlock.toxiproxy.toxic.Direction;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Bytes received and sent, by direction, proxy and addresses. They count as they travel; the original counts a connection's bytes when
 * it ends. Thread-safe.
 */
public final class ProxyMetrics implements Traffic {
    private static final String[] LABELS = {"direction", "proxy", "listener", "upstream"};

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter received = counter("toxiproxy_proxy_received_bytes_total", "Bytes received by proxies.");
    private final Counter sent = counter("toxiproxy_proxy_sent_bytes_total", "Bytes sent by proxies.");

    private Counter counter(String name, String help) {
        return Counter.builder(PrometheusProperties.builder().build())
                .name(name)
                .help(help)
                .labelNames(LABELS)
                .withoutExemplars()
                .register(registry);
    }

    @Override
    public Meter meter(String proxy, ProxyState state, Direction direction) {
        String[] labels = {direction.text(), proxy, state.listen(), state.upstream()};
        return new Counting(received.labelValues(labels), sent.labelValues(labels));
    }

    private record Counting(CounterDataPoint in, CounterDataPoint out) implements Meter {
        @Override
        public void received(int bytes) {
            in.inc(bytes);
        }

        @Override
        public void sent(int bytes) {
            out.inc(bytes);
        }
    }

    /** All metrics in Prometheus' text format. */
    public String text() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(bytes, registry.scrape());
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
