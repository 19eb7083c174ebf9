package dev.gridlock.toxiproxy.toxic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line that takes each byte the time of its rate and holds one chunk. A chunk that takes longer than 100 ms leaves in pieces of 100
 * ms, each after its time, so N bytes never take less than N divided by the rate.
 */
final class BandwidthStage implements Stage {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long PIECE_MILLIS = 100;

    private Bandwidth bandwidth;
    private @Nullable Item held;
    /** The line is busy with earlier bytes until then. */
    private long busyUntil;

    private int piece;
    private long due = NEVER;

    BandwidthStage(Bandwidth bandwidth) {
        this.bandwidth = bandwidth;
    }

    @Override
    public boolean wants() {
        return held == null;
    }

    @Override
    public void take(Item item, long now) {
        held = item;
        busyUntil = Math.max(busyUntil, now);
        look();
    }

    @Override
    public @Nullable Item next(long now) {
        Item item = held;
        if (item == null || due > now) {
            return null;
        }
        if (!(item instanceof Chunk chunk)) {
            held = null;
            look();
            return item;
        }
        busyUntil = due;
        held = piece < chunk.length() ? chunk.without(piece) : null;
        Chunk leaving = chunk.first(piece).arrivedAt(due);
        look();
        return leaving;
    }

    /** Decides on the next piece and when it may leave. */
    private void look() {
        due = switch (held) {
            case null -> NEVER;
            case End _ -> 0;
            case Chunk chunk -> dueOf(chunk);
        };
    }

    private long dueOf(Chunk chunk) {
        // at this rate a whole chunk takes less than a nanosecond, and products below stay in range
        long rate = Math.min(bandwidth.rate(), Integer.MAX_VALUE * NANOS_PER_MILLI);
        if (rate <= 0) {
            return NEVER;
        }
        piece = (int) Math.min(chunk.length(), rate > Integer.MAX_VALUE ? Integer.MAX_VALUE : rate * PIECE_MILLIS);
        // rounded up: rather a nanosecond late than faster than the rate
        return Ticks.after(busyUntil, (piece * NANOS_PER_MILLI + rate - 1) / rate);
    }

    @Override
    public long wakeAt() {
        return due;
    }

    @Override
    public void change(Attributes attributes, long now) {
        bandwidth = (Bandwidth) attributes;
        busyUntil = now;
        look();
    }

    @Override
    public List<Item> release() {
        return held == null ? List.of() : List.of(held);
    }
}
