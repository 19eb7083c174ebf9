package dev.gridlock.store.metrics;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * How late remote commits were in the last two minutes: a rolling histogram of five chunks, the oldest of which is forgotten when a
 * new one begins. Thread-safe.
 */
final class LagWindow {
    /** Upper bounds in seconds. Longer lags count as the last one. */
    private static final double[] BOUNDS = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};

    private static final int CHUNKS = 5;
    private static final long CHUNK_NANOS = Duration.ofMinutes(2).toNanos() / CHUNKS;

    private final LongSupplier clock;
    private final long start;
    private final ReentrantLock lock = new ReentrantLock();
    private final long[][] counts = new long[CHUNKS][BOUNDS.length];
    private long chunk;

    /**
     * @param clock monotonic, in nanoseconds
     */
    LagWindow(LongSupplier clock) {
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    void add(Duration lag) {
        double seconds = lag.toNanos() / 1e9;
        int bucket = 0;
        while (bucket < BOUNDS.length - 1 && seconds > BOUNDS[bucket]) {
            bucket++;
        }
        lock.lock();
        try {
            roll();
            counts[(int) (chunk % CHUNKS)][bucket]++;
        } finally {
            lock.unlock();
        }
    }

    /** Upper bound of the bucket that the 99th percentile falls into, in seconds; empty when nothing was added of late. */
    OptionalDouble p99() {
        lock.lock();
        try {
            roll();
            long total = 0;
            for (long[] buckets : counts) {
                for (long count : buckets) {
                    total += count;
                }
            }
            if (total == 0) {
                return OptionalDouble.empty();
            }
            long rank = (total * 99 + 99) / 100;
            int bucket = 0;
            long seen = inBucket(0);
            while (seen < rank) {
                bucket++;
                seen += inBucket(bucket);
            }
            return OptionalDouble.of(BOUNDS[bucket]);
        } finally {
            lock.unlock();
        }
    }

    private long inBucket(int bucket) {
        long sum = 0;
        for (long[] buckets : counts) {
            sum += buckets[bucket];
        }
        return sum;
    }

    private void roll() {
        long now = (clock.getAsLong() - start) / CHUNK_NANOS;
        for (long fresh = Math.max(chunk + 1, now - CHUNKS + 1); fresh <= now; fresh++) {
            counts[(int) (fresh % CHUNKS)] = new long[BOUNDS.length];
        }
        chunk = Math.max(chunk, now);
    }
}
