package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.catalog.CatalogObserver;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.inflight.LockMode;
import dev.gridlock.proxy.inflight.LockOperation;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.HdrHistogram.AtomicHistogram;

/**
 * How long operations have waited for the lock and held it, as histograms by label and mode, and the last slow ones. Thread-safe;
 * recording takes no lock and waits for nobody.
 *
 * <p>Counted is what is recorded in full: every write, every read that did not get the lock at once, and one in
 * {@link LockLedger#READS_IN_FULL_ONE_IN} of the reads that did. So the shares of long waits and holds among reads are larger
 * here than among all reads. The histograms of waits hold those that ended in giving up as well. Reads that got the lock at once
 * and were found inside by a look are counted apart, since of those only a least time is known, and a look finds the long ones.
 */
public final class LockStatistics implements CatalogObserver {

    /** How many slow operations are kept. */
    public static final int SLOW_KEPT = 64;

    private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();
    private static final int DIGITS = 2;

    /** What operations have in common. */
    record Kind(String label, LockMode mode) implements Comparable<Kind> {

        private static final Comparator<Kind> ORDER =
                Comparator.comparing(Kind::label).thenComparing(Kind::mode);

        @Override
        public int compareTo(Kind other) {
            return ORDER.compare(this, other);
        }
    }

    /** Times in nanoseconds. */
    private record Times(AtomicHistogram waits, AtomicHistogram holds, AtomicHistogram found) {

        static Times none() {
            return new Times(histogram(), histogram(), histogram());
        }

        private static AtomicHistogram histogram() {
            return new AtomicHistogram(LONGEST_NANOS, DIGITS);
        }
    }

    /**
     * How long operations of one kind have taken.
     *
     * @param label what they are for
     * @param mode shared or exclusive
     * @param waits in nanoseconds; a copy
     * @param holds in nanoseconds; a copy
     * @param found least holds, in nanoseconds, of reads that got the lock at once and that a look found inside; a copy
     */
    public record Summary(
            String label, LockMode mode, AtomicHistogram waits, AtomicHistogram holds, AtomicHistogram found) {

        Map<String, Object> toMap() {
            var map = new LinkedHashMap<String, Object>();
            map.put("label", label);
            map.put("mode", mode.name().toLowerCase(Locale.ROOT));
            map.put("waits", percentiles(waits));
            map.put("holds", percentiles(holds));
            if (found.getTotalCount() > 0) {
                map.put("foundInside", percentiles(found));
            }
            return map;
        }

        private static Map<String, Object> percentiles(AtomicHistogram histogram) {
            var map = new LinkedHashMap<String, Object>();
            map.put("count", histogram.getTotalCount());
            map.put("p50Nanos", histogram.getValueAtPercentile(50));
            map.put("p90Nanos", histogram.getValueAtPercentile(90));
            map.put("p99Nanos", histogram.getValueAtPercentile(99));
            map.put("maxNanos", histogram.getMaxValue());
            return map;
        }
    }

    private final long slowNanos;
    private final Map<Kind, Times> times = new ConcurrentSkipListMap<>();
    private final SlowOperations slow = new SlowOperations(SLOW_KEPT);

    /**
     * Of an unused lock.
     *
     * @param slowAfter a wait or a hold that is longer is kept as slow
     */
    public LockStatistics(Duration slowAfter) {
        slowNanos = slowAfter.toNanos();
    }

    @Override
    public void completed(LockOperation operation) {
        long now = System.nanoTime();
        Times mine = of(operation.label(), operation.mode());
        record(mine.waits(), operation.waitedNanos(now));
        record(mine.holds(), operation.heldNanos(now));
        keepIfSlow(SlowOperation.of(operation, "completed", now));
    }

    @Override
    public void timedOut(LockOperation operation) {
        long now = System.nanoTime();
        record(of(operation.label(), operation.mode()).waits(), operation.waitedNanos(now));
        keepIfSlow(SlowOperation.of(operation, "timed-out", now));
    }

    @Override
    public void stayedLong(String label, String app, long heldNanos) {
        record(of(label, LockMode.SHARED).found(), heldNanos);
        keepIfSlow(SlowOperation.ofQuickRead(label, app, heldNanos));
    }

    /** The times so far, in the order of the labels. */
    public List<Summary> summaries() {
        return times.entrySet().stream()
                .map(entry -> new Summary(
                        entry.getKey().label(),
                        entry.getKey().mode(),
                        entry.getValue().waits().copy(),
                        entry.getValue().holds().copy(),
                        entry.getValue().found().copy()))
                .toList();
    }

    /** The last slow operations, the latest last. */
    public List<SlowOperation> slow() {
        return slow.last();
    }

    private Times of(String label, LockMode mode) {
        return times.computeIfAbsent(new Kind(label, mode), kind -> Times.none());
    }

    private static void record(AtomicHistogram histogram, long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, LONGEST_NANOS));
    }

    private void keepIfSlow(SlowOperation operation) {
        if (operation.waitedNanos() > slowNanos || operation.heldNanos() > slowNanos) {
            slow.add(operation);
        }
    }
}
