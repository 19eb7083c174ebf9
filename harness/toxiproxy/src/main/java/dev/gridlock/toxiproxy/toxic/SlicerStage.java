package dev.gridlock.toxiproxy.toxic;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Cuts chunks into pieces. Sizes are drawn one after the other, evenly between the average less the variation and the average plus the
 * variation, so they have the stated average; the original halves a chunk until its parts are small enough, which makes them smaller
 * than stated by up to a half.
 */
final class SlicerStage implements Stage {
    private final SplittableRandom random;
    private Slicer slicer;
    private @Nullable Item held;
    private long pausedUntil;

    SlicerStage(Slicer slicer, SplittableRandom random) {
        this.slicer = slicer;
        this.random = random;
    }

    @Override
    public boolean wants() {
        return held == null;
    }

    @Override
    public void take(Item item, long now) {
        held = item;
    }

    @Override
    public @Nullable Item next(long now) {
        if (wakeAt() > now) {
            return null;
        }
        Item item = held;
        if (!(item instanceof Chunk chunk)) {
            held = null;
            return item;
        }
        int size = (int) Math.min(chunk.length(), size());
        held = size < chunk.length() ? chunk.without(size) : null;
        pausedUntil = Ticks.afterMicros(now, slicer.delay());
        return chunk.first(size);
    }

    private long size() {
        // a chunk is never larger than an int can say, and sums of these stay in range
        long average = Math.clamp(slicer.averageSize(), 1, Integer.MAX_VALUE);
        long variation = Math.clamp(slicer.sizeVariation(), 0, Integer.MAX_VALUE);
        return Math.max(1, average + random.nextLong(-variation, variation + 1));
    }

    @Override
    public long wakeAt() {
        return held == null ? NEVER : pausedUntil;
    }

    @Override
    public void change(Attributes attributes, long now) {
        slicer = (Slicer) attributes;
        pausedUntil = now;
    }

    @Override
    public List<Item> release() {
        return held == null ? List.of() : List.of(held);
    }
}
