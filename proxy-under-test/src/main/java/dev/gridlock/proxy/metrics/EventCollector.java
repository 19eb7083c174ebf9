package dev.gridlock.proxy.metrics;

import dev.gridlock.proxy.events.EventLog;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;

/**
 * The events of a node by name, as one metric; names show once they have occurred. Thread-safe.
 *
 * @param events has counted them
 */
record EventCollector(EventLog events) implements Collector {

    @Override
    public CounterSnapshot collect() {
        var metric = CounterSnapshot.builder().name("gridlock_events").help("Events printed, by name.");
        events.counts()
                .forEach((name, count) -> metric.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                        .labels(Labels.of("event", name))
                        .value((double) count)
                        .build()));
        return metric.build();
    }
}
