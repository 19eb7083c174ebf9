package dev.gridlock.store.clock;

import dev.gridlock.store.crdt.HybridTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A hybrid logical clock (Kulkarni et al., "Logical Physical Clocks", 2014). Thread-safe.
 *
 * <p>Readings grow strictly, also when the wall clock steps back. A reading of another node moves this clock forward, unless it lies
 * too far ahead: one node with a broken clock must not drag everybody along.
 */
public final class HybridClock {
    /** How far ahead of the wall clock another node's reading may be (uhlc's maximum delta as Corrosion sets it). */
    public static final Duration MAX_DELTA = Duration.ofMillis(300);

    private final LongSupplier wallMillis;
    private final AtomicLong last = new AtomicLong();

    /** A clock over the given wall clock in milliseconds since 1970. */
    public HybridClock(LongSupplier wallMillis) {
        this.wallMillis = wallMillis;
    }

    /** The next reading, larger than every one before. */
    public HybridTime now() {
        long wall = HybridTime.ofMillis(wallMillis.getAsLong()).bits();
        return new HybridTime(last.updateAndGet(before -> Math.max(before + 1, wall)));
    }

    /**
     * Takes a reading of another node into account.
     *
     * @return false when it is too far ahead and was ignored
     */
    public boolean observe(HybridTime remote) {
        if (remote.millis() > wallMillis.getAsLong() + MAX_DELTA.toMillis()) {
            return false;
        }
        last.accumulateAndGet(remote.bits(), Math::max);
        return true;
    }

    /** How long ago a reading was made; negative when it lies ahead of the wall clock. */
    public Duration age(HybridTime reading) {
        return Duration.ofMillis(wallMillis.getAsLong() - reading.millis());
    }
}
