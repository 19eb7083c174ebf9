package dev.gridlock.proxy.metrics;

import dev.gridlock.proxy.lockwatch.LockPicture;
import dev.gridlock.proxy.lockwatch.LockReport;
import dev.gridlock.proxy.lockwatch.LockStatistics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The catalog lock as metrics, read off one look at it that does not take it. Thread-safe.
 *
 * <p>A collector of its own rather than meters, since the histograms are there already and all values of one answer are to come
 * from the same look.
 *
 * @param locks what can be said of the lock
 */
record LockCollector(LockReport locks) implements MultiCollector {

    private static final double NANOS = 1e9;

    @Override
    public MetricSnapshots collect() {
        LockPicture picture = locks.stalls().picture();
        List<LockStatistics.Summary> times = locks.statistics().summaries();
        return MetricSnapshots.of(
                inFlight(picture),
                counter("gridlock_lock_operations", "Operations on the catalog lock that have begun.", picture.begun()),
                counter(
                        "gridlock_lock_quick_reads",
                        "Those of them that were reads which asked for the lock without being recorded in full.",
                        picture.quickReads()),
                counter(
                        "gridlock_lock_timeouts",
                        "Operations that gave up waiting for the catalog lock.",
                        picture.timeouts()),
                summary(
                        "gridlock_lock_wait_seconds",
                        "Waits for the catalog lock; of the quick reads only a sample.",
                        times,
                        LockStatistics.Summary::waits),
                longest(
                        "gridlock_lock_wait_seconds_max",
                        "Longest of these waits since the start.",
                        times,
                        LockStatistics.Summary::waits),
                summary(
                        "gridlock_lock_hold_seconds",
                        "Holds of the catalog lock; of the quick reads only a sample.",
                        times,
                        LockStatistics.Summary::holds),
                longest(
                        "gridlock_lock_hold_seconds_max",
                        "Longest of these holds since the start, or of the quick reads that a look found inside, as far as known.",
                        times,
                        LockCollector::longestHolds));
    }

    private static GaugeSnapshot inFlight(LockPicture picture) {
        return GaugeSnapshot.builder()
                .name("gridlock_lock_in_flight")
                .help("Operations on the catalog lock under way; without-slot are those that cannot be followed.")
                .dataPoint(
                        gauge(Labels.of("phase", "holding"), picture.holders().size()))
                .dataPoint(
                        gauge(Labels.of("phase", "waiting"), picture.waiters().size()))
                .dataPoint(gauge(Labels.of("phase", "without-slot"), picture.withoutSlot()))
                .build();
    }

    private static CounterSnapshot counter(String name, String help, long value) {
        return CounterSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                        .value((double) value)
                        .build())
                .build();
    }

    private static SummarySnapshot summary(
            String name,
            String help,
            List<LockStatistics.Summary> times,
            Function<LockStatistics.Summary, AbstractHistogram> part) {
        var metric = SummarySnapshot.builder().name(name).help(help);
        for (LockStatistics.Summary kind : times) {
            AbstractHistogram histogram = part.apply(kind);
            metric.dataPoint(SummarySnapshot.SummaryDataPointSnapshot.builder()
                    .labels(labels(kind))
                    .count(histogram.getTotalCount())
                    .sum(sumNanos(histogram) / NANOS)
                    .quantiles(
                            Quantiles.of(quantile(histogram, 0.5), quantile(histogram, 0.9), quantile(histogram, 0.99)))
                    .build());
        }
        return metric.build();
    }

    private static GaugeSnapshot longest(
            String name,
            String help,
            List<LockStatistics.Summary> times,
            Function<LockStatistics.Summary, AbstractHistogram> part) {
        var metric = GaugeSnapshot.builder().name(name).help(help);
        for (LockStatistics.Summary kind : times) {
            metric.dataPoint(gauge(labels(kind), part.apply(kind).getMaxValue() / NANOS));
        }
        return metric.build();
    }

    private static AbstractHistogram longestHolds(LockStatistics.Summary kind) {
        return kind.found().getMaxValue() > kind.holds().getMaxValue() ? kind.found() : kind.holds();
    }

    private static GaugeSnapshot.GaugeDataPointSnapshot gauge(Labels labels, double value) {
        return GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(labels)
                .value(value)
                .build();
    }

    private static Labels labels(LockStatistics.Summary kind) {
        return Labels.of("label", kind.label(), "mode", kind.mode().name().toLowerCase(Locale.ROOT));
    }

    private static Quantile quantile(AbstractHistogram histogram, double share) {
        return new Quantile(share, histogram.getValueAtPercentile(100 * share) / NANOS);
    }

    /** In whole numbers, so that it never falls from one answer to the next; to a hundredth, as the histogram is. */
    private static long sumNanos(AbstractHistogram histogram) {
        long sum = 0;
        for (HistogramIterationValue each : histogram.recordedValues()) {
            sum += histogram.medianEquivalentValue(each.getValueIteratedTo()) * each.getCountAddedInThisIterationStep();
        }
        return sum;
    }
}
