package dev.gridlock.toxiproxy.toxic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Throws data away; closes the connection when its time is over, when the sender ends, and when the toxic is taken away, for a stream
 * with a hole in it must not go on.
 *
 * <p>The time counts from when the toxic begins to work on the connection, or was changed, as the original's documentation has it.
 * The original begins anew with each chunk, so there a sender that keeps sending is never cut off.
 */
final class TimeoutStage implements Stage {
    private Timeout timeout;
    private long since;
    private @Nullable End sent;
    private boolean over;

    TimeoutStage(Timeout timeout, long now) {
        this.timeout = timeout;
        this.since = now;
    }

    @Override
    public boolean wants() {
        return true;
    }

    @Override
    public void take(Item item, long now) {
        if (item instanceof End end) {
            sent = end;
        }
    }

    @Override
    public @Nullable Item next(long now) {
        if (wakeAt() > now) {
            return null;
        }
        over = true;
        return sent == null ? End.CUT : sent;
    }

    @Override
    public long wakeAt() {
        if (over) {
            return NEVER;
        }
        if (sent != null) {
            return 0;
        }
        return timeout.timeout() <= 0 ? NEVER : Ticks.afterMillis(since, timeout.timeout());
    }

    @Override
    public long urgentAt() {
        return sent == null ? wakeAt() : NEVER;
    }

    @Override
    public void change(Attributes attributes, long now) {
        timeout = (Timeout) attributes;
        since = now;
    }

    @Override
    public List<Item> release() {
        return List.of(End.CUT);
    }
}
