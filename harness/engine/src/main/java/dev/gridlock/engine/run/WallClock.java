package dev.gridlock.engine.run;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The real time that runs take. The only place of the engine that reads a real clock; nothing that a run decides
 * depends on it.
 */
public final class WallClock {

    private final LongSupplier nanos;

    /** The machine's monotonic clock. */
    public WallClock() {
        this(System::nanoTime);
    }

    /** A clock that tests move by hand, in nanoseconds. */
    public WallClock(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A reading, meaningful only for {@link #since}. */
    public long mark() {
        return nanos.getAsLong();
    }

    /** The time since a reading of this clock. */
    public Duration since(long mark) {
        return Duration.ofNanos(nanos.getAsLong() - mark);
    }
}
