package dev.gridlock.store;

import dev.gridlock.store.api.HealthSource;
import dev.gridlock.store.metrics.StoreMetrics;
import java.util.OptionalDouble;

/**
 * The node's health from its bookkeeping and its gauges: what others keep up to date for observers is good enough here. Thread-safe.
 *
 * @param metrics members and queue by their gauges, lag by its window
 * @param gauges the gaps
 */
record NodeHealth(StoreMetrics metrics, StorageGauges gauges) implements HealthSource {

    @Override
    public long gaps() {
        return gauges.gaps();
    }

    @Override
    public long members() {
        return (long) metrics.gossipMembers.get();
    }

    @Override
    public long queueSize() {
        return (long) metrics.changesetsInQueue.get();
    }

    @Override
    public OptionalDouble p99LagSeconds() {
        return metrics.p99CommitLagSeconds();
    }
}
