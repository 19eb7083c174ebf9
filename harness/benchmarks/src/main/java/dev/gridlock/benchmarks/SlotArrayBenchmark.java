package dev.gridlock.benchmarks;

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
 * A claim and a release, by the slot array and by three other ways to keep values in a fixed number of places. Compare the means of
 * one method, for one number of occupied places, by their ratio.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 8, time = 1)
@Fork(3)
public class SlotArrayBenchmark {

    private static final int PLACES = 100;
    private static final Object VALUE = new Object();

    /** Which way. */
    @Param({"slot-array", "mutex-scan", "mutex-free-list", "concurrent-linked-queue"})
    public String name = "";

    /** How many of the hundred places are taken all the time, the first ones. */
    @Param({"0", "90"})
    public int occupied;

    private ValuePool pool = ValuePool.of("slot-array", 1);

    /** Makes the pool and takes what is to be occupied. */
    @Setup
    public void make() {
        pool = ValuePool.of(name, PLACES);
        for (int place = 0; place < occupied; place++) {
            if (pool.claim(VALUE) == ValuePool.FULL) {
                throw new IllegalStateException("The pool is full after " + place + " of " + PLACES + " values.");
            }
        }
    }

    /** The only thread. */
    @Benchmark
    @Threads(1)
    public long alone() {
        return claimAndRelease();
    }

    /** Two threads. */
    @Benchmark
    @Threads(2)
    public long byTwo() {
        return claimAndRelease();
    }

    /** Eight threads, more than there may be processors. */
    @Benchmark
    @Threads(8)
    public long byEight() {
        return claimAndRelease();
    }

    private long claimAndRelease() {
        long handle = pool.claim(VALUE);
        pool.release(handle);
        return handle;
    }
}
