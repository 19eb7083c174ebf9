package dev.gridlock.toxiproxy.toxic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets so many bytes through and then closes. A change keeps the count; it closes, at the latest, when the next data comes. */
final class LimitDataStage implements Stage {
    private LimitData limit;
    private long passed;
    private @Nullable Item held;
    private boolean over;

    LimitDataStage(LimitData limit) {
        this.limit = limit;
    }

    @Override
    public boolean wants() {
        return held == null && !over;
    }

    @Override
    public void take(Item item, long now) {
        held = item;
    }

    @Override
    public @Nullable Item next(long now) {
        Item item = held;
        if (!(item instanceof Chunk chunk)) {
            held = null;
            return item;
        }
        long room = Math.max(0, limit.bytes()) - passed;
        if (room <= 0) {
            held = null;
            over = true;
            return End.CLOSED;
        }
        int size = (int) Math.min(room, chunk.length());
        passed += size;
        // the rest of the chunk is lost; the end leaves next
        held = size == room ? End.CLOSED : null;
        over = held != null;
        return size < chunk.length() ? chunk.first(size) : chunk;
    }

    @Override
    public long wakeAt() {
        return held == null ? NEVER : 0;
    }

    @Override
    public void change(Attributes attributes, long now) {
        limit = (LimitData) attributes;
    }

    @Override
    public List<Item> release() {
        return held == null ? List.of() : List.of(held);
    }
}
