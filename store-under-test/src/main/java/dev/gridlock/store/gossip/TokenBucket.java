package dev.gridlock.store.gossip;

/** A budget of bytes that fills up at a steady rate, up to what one second brings. Not thread-safe. */
final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double bytesPerSecond;
    private double available;
    private long filledAtNanos;

    /**
     * @param bytesPerSecond the rate
     * @param nowNanos a reading of the monotonic clock, as for the other methods
     */
    TokenBucket(double bytesPerSecond, long nowNanos) {
        this.bytesPerSecond = bytesPerSecond;
        this.available = bytesPerSecond;
        this.filledAtNanos = nowNanos;
    }

    /** Takes bytes out when the budget is not used up; a single large message may overdraw it, or it could never be sent. */
    boolean take(long bytes, long nowNanos) {
        available =
                Math.min(bytesPerSecond, available + (nowNanos - filledAtNanos) / NANOS_PER_SECOND * bytesPerSecond);
        filledAtNanos = nowNanos;
        if (available <= 0) {
            return false;
        }
        available -= bytes;
        return true;
    }
}
