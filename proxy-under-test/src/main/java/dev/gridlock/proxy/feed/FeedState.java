package dev.gridlock.proxy.feed;

import java.util.Optional;

/** How one subscription stands, for others to read. Written by its thread; thread-safe. */
public final class FeedState {

    private final String table;
    private volatile Standing standing = new Standing(false, false, 0, System.nanoTime(), Optional.empty());

    /**
     * All that is told of a subscription, as of one instant.
     *
     * @param currentNanos when the catalog was last known to have all that the store had; the start until the first snapshot
     * @param waiting the change that is on its way into the catalog
     */
    private record Standing(
            boolean live, boolean everLive, long appliedChangeId, long currentNanos, Optional<Waiting> waiting) {}

    /** A change that the store has told and that is not in the catalog yet. */
    private record Waiting(String key, long sinceNanos) {}

    FeedState(String table) {
        this.table = table;
    }

    /** The table that is subscribed to. */
    public String table() {
        return table;
    }

    /** Whether the subscription stands, and what it said so far is in the catalog up to the change under way. */
    public boolean isLive() {
        return standing.live();
    }

    /** Whether it has been live since the start. */
    public boolean wasLive() {
        return standing.everLive();
    }

    /** Number of the last change that has been dealt with; 0 if none. */
    public long appliedChangeId() {
        return standing.appliedChangeId();
    }

    /**
     * How far behind the store its rows may be, in nanoseconds. While it is live: how long the change under way has been
     * waiting, 0 if there is none. While it is not: how long ago the store was last heard, or the node started if it never
     * was.
     *
     * @param nowNanos on {@link System#nanoTime()}
     */
    long ageNanos(long nowNanos) {
        Standing seen = standing;
        long since = seen.live() ? seen.waiting().map(Waiting::sinceNanos).orElse(nowNanos) : seen.currentNanos();
        return Math.max(0, nowNanos - since);
    }

    /** The key of the row whose change has been waiting for longer than {@code boundNanos}; empty if none has. */
    Optional<String> overdue(long nowNanos, long boundNanos) {
        return standing.waiting()
                .filter(change -> nowNanos - change.sinceNanos() > boundNanos)
                .map(Waiting::key);
    }

    /** It stands, and the catalog has all that was said. */
    void live() {
        standing = new Standing(true, true, standing.appliedChangeId(), System.nanoTime(), Optional.empty());
    }

    /** It no longer stands. Since when the catalog may be behind is not changed by that: since the store was last heard. */
    void cut() {
        Standing was = standing;
        standing = new Standing(false, was.everLive(), was.appliedChangeId(), was.currentNanos(), Optional.empty());
    }

    /** The store has told a change of the row {@code key}. */
    void told(String key) {
        Standing was = standing;
        long now = System.nanoTime();
        // Until this moment it had told nothing else.
        standing = new Standing(
                was.live(),
                was.everLive(),
                was.appliedChangeId(),
                was.live() ? now : was.currentNanos(),
                Optional.of(new Waiting(key, now)));
    }

    /** All up to this change is in the catalog. */
    void applied(long changeId) {
        Standing was = standing;
        standing = new Standing(
                was.live(),
                was.everLive(),
                changeId,
                was.live() ? System.nanoTime() : was.currentNanos(),
                Optional.empty());
    }
}
