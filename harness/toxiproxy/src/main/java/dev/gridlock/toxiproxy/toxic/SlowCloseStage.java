package dev.gridlock.toxiproxy.toxic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets data through and holds the end back. A change counts from when the end came. */
final class SlowCloseStage implements Stage {
    private SlowClose slowClose;
    private @Nullable Item held;
    private long taken;

    SlowCloseStage(SlowClose slowClose) {
        this.slowClose = slowClose;
    }

    @Override
    public boolean wants() {
        return held == null;
    }

    @Override
    public void take(Item item, long now) {
        held = item;
        taken = now;
    }

    @Override
    public @Nullable Item next(long now) {
        if (wakeAt() > now) {
            return null;
        }
        Item item = held;
        held = null;
        return item;
    }

    @Override
    public long wakeAt() {
        return switch (held) {
            case null -> NEVER;
            case Chunk _ -> 0;
            case End _ -> Ticks.afterMillis(taken, slowClose.delay());
        };
    }

    @Override
    public void change(Attributes attributes, long now) {
        slowClose = (SlowClose) attributes;
    }

    @Override
    public List<Item> release() {
        return held == null ? List.of() : List.of(held);
    }
}
