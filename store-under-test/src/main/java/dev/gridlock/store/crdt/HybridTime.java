package dev.gridlock.store.crdt;

/**
 * A reading of a hybrid logical clock (Kulkarni et al., "Logical Physical Clocks", 2014): wall-clock milliseconds, and a counter
 * that orders readings of one millisecond. Takes no part in the merge rules; tells how old a change is.
 *
 * @param bits milliseconds since 1970 in the upper 48 bits, the counter in the lower 16
 */
public record HybridTime(long bits) implements Comparable<HybridTime> {
    private static final int COUNTER_BITS = 16;

    /** The reading of the given millisecond with counter 0. */
    public static HybridTime ofMillis(long millis) {
        return new HybridTime(millis << COUNTER_BITS);
    }

    /** Milliseconds since 1970. */
    public long millis() {
        return bits >>> COUNTER_BITS;
    }

    /** The next reading of the same clock. */
    public HybridTime next() {
        return new HybridTime(bits + 1);
    }

    @Override
    public int compareTo(HybridTime other) {
        return Long.compareUnsigned(bits, other.bits);
    }
}
