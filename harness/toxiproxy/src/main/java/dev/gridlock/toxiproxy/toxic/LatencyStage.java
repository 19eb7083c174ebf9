package dev.gridlock.toxiproxy.toxic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Holds each chunk until its delay is over, counted from its arrival; the end follows the data without a delay of its own.
 *
 * <p>Chunks stay in order, so one with a small delay waits for those before it. Each draws its delay once, when it comes to the front.
 */
final class LatencyStage implements Stage {
    /** As many as the original holds. What comes faster waits at the sender's. */
    private static final int MOST = 1024;

    private final ArrayDeque<Item> held = new ArrayDeque<>();
    private final SplittableRandom random;
    private Latency latency;
    private long due = NEVER;
    private long lastLeft;

    LatencyStage(Latency latency, SplittableRandom random) {
        this.latency = latency;
        this.random = random;
    }

    @Override
    public boolean wants() {
        return held.size() < MOST;
    }

    @Override
    public void take(Item item, long now) {
        held.add(item);
        if (held.size() == 1) {
            look();
        }
    }

    @Override
    public @Nullable Item next(long now) {
        if (due > now) {
            return null;
        }
        Item item = held.remove();
        Item leaving = item;
        if (item instanceof Chunk chunk) {
            // a later toxic counts from when this one was due, so delays add up and lateness does not
            lastLeft = Math.max(lastLeft, due);
            leaving = chunk.arrivedAt(lastLeft);
        }
        look();
        return leaving;
    }

    /** Decides when the first item may leave. */
    private void look() {
        due = switch (held.peek()) {
            case null -> NEVER;
            case Chunk chunk -> Ticks.afterMillis(chunk.arrived(), delayMillis());
            case End _ -> 0;
        };
    }

    private long delayMillis() {
        if (latency.jitter() <= 0) {
            return latency.latency();
        }
        // bounded, so that the sum cannot overflow: a delay of 292 million years is long enough
        long jitter = Math.min(latency.jitter(), Long.MAX_VALUE / 4);
        long middle = Math.clamp(latency.latency(), -Long.MAX_VALUE / 4, Long.MAX_VALUE / 4);
        return middle + random.nextLong(-jitter, jitter);
    }

    @Override
    public long wakeAt() {
        return due;
    }

    @Override
    public void change(Attributes attributes, long now) {
        latency = (Latency) attributes;
        look();
    }

    @Override
    public List<Item> release() {
        return new ArrayList<>(held);
    }
}
