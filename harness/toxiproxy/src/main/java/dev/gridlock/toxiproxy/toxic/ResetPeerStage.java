package dev.gridlock.toxiproxy.toxic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the first item, data or the end, and resets the connection when the time after it is over. Until then the item is held, so
 * a connection goes on unharmed when the toxic is taken away in between. The original has thrown the data away by then, cannot be
 * changed while it waits, and resets only connections that were opened after the toxic was added; it closes older ones.
 */
final class ResetPeerStage implements Stage {
    private ResetPeer resetPeer;
    private @Nullable Item held;
    private long taken;
    private boolean over;

    ResetPeerStage(ResetPeer resetPeer) {
        this.resetPeer = resetPeer;
    }

    @Override
    public boolean wants() {
        return held == null && !over;
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
        held = null;
        over = true;
        return End.RESET;
    }

    @Override
    public long wakeAt() {
        return held == null ? NEVER : Ticks.afterMillis(taken, resetPeer.timeout());
    }

    @Override
    public long urgentAt() {
        return wakeAt();
    }

    @Override
    public void change(Attributes attributes, long now) {
        resetPeer = (ResetPeer) attributes;
    }

    @Override
    public List<Item> release() {
        return held == null ? List.of() : List.of(held);
    }
}
