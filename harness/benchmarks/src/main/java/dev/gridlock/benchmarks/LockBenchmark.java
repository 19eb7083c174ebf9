package dev.gridlock.benchmarks;

import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.lock.WriterPreferringRwLock;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Our locks beside the JDK's: {@code reentrant} is {@link java.util.concurrent.locks.ReentrantReadWriteLock}, {@code stamped} is
 * {@link java.util.concurrent.locks.StampedLock} by way of its read-write view. What is inside is one plain field. Compare the
 * means of one method by their ratio.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 8, time = 1)
@Fork(3)
public class LockBenchmark {

    private static final int READS_FOR_A_WRITE = 100;

    /** Which lock. */
    @Param({"parking-lot-0.12.5", "writer-preferring", "reentrant", "stamped"})
    public String name = "";

    private CatalogLock lock = CatalogLocks.create("parking-lot-0.12.5");
    private long guarded;

    /** How often the thread has come by. */
    @State(Scope.Thread)
    public static class Visits {
        private int count;
    }

    /** Makes the lock. */
    @Setup
    public void make() {
        lock = name.equals("writer-preferring")
                ? new WriterPreferringRwLock(name, Runnable::run)
                : CatalogLocks.create(name);
    }

    /** A read by the only thread. */
    @Benchmark
    @Threads(1)
    public long readAlone() {
        return read();
    }

    /** A write by the only thread. */
    @Benchmark
    @Threads(1)
    public long writeAlone() {
        return write();
    }

    /** Two threads that read, and write each hundredth time. */
    @Benchmark
    @Threads(2)
    public long readMostlyByTwo(Visits visits) {
        visits.count++;
        return visits.count % READS_FOR_A_WRITE == 0 ? write() : read();
    }

    /** Two threads that write. */
    @Benchmark
    @Threads(2)
    public long writeByTwo() {
        return write();
    }

    private long read() {
        lock.lockShared();
        try {
            return guarded;
        } finally {
            lock.unlockShared();
        }
    }

    private long write() {
        lock.lockExclusive();
        try {
            return ++guarded;
        } finally {
            lock.unlockExclusive();
        }
    }
}
