package dev.gridlock.simulator;

import java.time.Duration;

/** The clocks of one node: a monotonic one that may run fast or slow, and a wall clock that may also step. Not thread-safe. */
public final class NodeClock {
    /** Real programs meet any origin of {@code nanoTime}; one that is not zero finds those that take zero for "never". */
    static final long ORIGIN_NANOS = 1_000_000_000L;

    private final long epochNanos;
    private double rate = 1.0;
    private long rateSince;
    private long monotonicThen = ORIGIN_NANOS;
    private long stepNanos;

    NodeClock(long epochNanos) {
        this.epochNanos = epochNanos;
    }

    /** Wall time at the start of the simulation, in nanoseconds since 1970. */
    long epochNanos() {
        return epochNanos;
    }

    long monotonicNanos(long now) {
        long elapsed = now - rateSince;
        return monotonicThen + (rate == 1.0 ? elapsed : (long) (elapsed * rate));
    }

    long wallNanos(long now) {
        return epochNanos + monotonicNanos(now) - ORIGIN_NANOS + stepNanos;
    }

    /** Turns a delay on this clock into virtual time, rounded up so that nobody wakes early. */
    long virtualDelay(long nanos) {
        return rate == 1.0 ? nanos : (long) Math.ceil(nanos / rate);
    }

    void setRate(long now, double newRate) {
        if (!(newRate > 0 && newRate < 1000)) {
            throw new IllegalArgumentException(
                    "rate of a clock is " + newRate + ", expected more than 0 and less than 1000");
        }
        monotonicThen = monotonicNanos(now);
        rateSince = now;
        rate = newRate;
    }

    void step(Duration by) {
        stepNanos += by.toNanos();
    }
}
