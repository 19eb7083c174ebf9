package dev.gridlock.toxiproxy.toxic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets everything through: the stage of a toxic that does not work on this connection. */
public final class PassingStage implements Stage {
    private @Nullable Item held;

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
        Item item = held;
        held = null;
        return item;
    }

    @Override
    public long wakeAt() {
        return held == null ? NEVER : 0;
    }

    @Override
    public void change(Attributes attributes, long now) {
        // nothing depends on them
    }

    @Override
    public List<Item> release() {
        return held == null ? List.of() : List.of(held);
    }
}
