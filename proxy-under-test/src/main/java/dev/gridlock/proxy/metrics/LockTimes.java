package dev.gridlock.proxy.metrics;

import dev.gridlock.proxy.lockwatch.LockStatistics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.Locale;
import java.util.function.Function;
import org.HdrHistogram.AbstractHistogram;

/**
 * The histograms of waits and holds as summaries, in seconds. They count what {@link LockStatistics} counts: of reads that got the
 * lock at once, a sample.
 *
 * @param statistics has them
 */
record LockTimes(LockStatistics statistics) implements MultiCollector {

    private static final double NANOS = 1e9;

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                summary("gridlock_lock_wait_seconds", "Waits for the catalog lock", LockStatistics.Summary::waits),
                summary("gridlock_lock_hold_seconds", "Holds of the catalog lock", LockStatistics.Summary::holds));
    }

    private SummarySnapshot summary(
            String name, String what, Function<LockStatistics.Summary, AbstractHistogram> histogram) {
        var builder = SummarySnapshot.builder()
                .name(name)
                .help(what + " by label and mode; of reads that got it at once, one in many");
        for (LockStatistics.Summary summary : statistics.summaries()) {
            AbstractHistogram times = histogram.apply(summary);
            builder.dataPoint(SummarySnapshot.SummaryDataPointSnapshot.builder()
                    .labels(Labels.of(
                            "label",
                            summary.label(),
                            "mode",
                            summary.mode().name().toLowerCase(Locale.ROOT)))
                    .count(times.getTotalCount())
                    .sum(times.getTotalCount() == 0 ? 0 : times.getMean() * times.getTotalCount() / NANOS)
                    .quantiles(Quantiles.of(quantile(times, 0.5), quantile(times, 0.9), quantile(times, 0.99)))
                    .build());
        }
        return builder.build();
    }

    private static Quantile quantile(AbstractHistogram times, double quantile) {
        return new Quantile(quantile, times.getValueAtPercentile(100 * quantile) / NANOS);
    }
}
