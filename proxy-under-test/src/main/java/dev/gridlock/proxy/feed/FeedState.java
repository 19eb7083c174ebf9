package dev.gridlock.proxy.feed;

/** How one subscription stands, for others to read. Written by its thread; thread-safe. */
public final class FeedState {

    private final String table;
    private volatile boolean live;
    private volatile boolean everLive;
    private volatile long appliedChangeId;

    FeedState(String table) {
        this.table = table;
    }

    /** The table that is subscribed to. */
    public String table() {
        return table;
    }

    /** Whether the subscription stands, and what it said so far is in the catalog up to the changes under way. */
    public boolean isLive() {
        return live;
    }

    /** Whether it has been live since the start. */
    public boolean wasLive() {
        return everLive;
    }

    /** Number of the last change that has been dealt with; 0 if none. */
    public long appliedChangeId() {
        return appliedChangeId;
    }

    void taken(boolean isLive) {
        live = isLive;
        everLive |= isLive;
    }

    void applied(long changeId) {
        appliedChangeId = changeId;
    }
}
