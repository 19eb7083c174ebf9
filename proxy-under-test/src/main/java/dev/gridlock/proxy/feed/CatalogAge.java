package dev.gridlock.proxy.feed;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How far behind its store a catalog may be, told without its lock. Thread-safe. */
public final class CatalogAge {

    private final List<FeedState> feeds;
    private final FeedState machines;
    private final long boundNanos;

    /**
     * Of the catalog that these subscriptions feed.
     *
     * @param machines the one of them that tells of machines
     * @param bound the age that is still taken for fresh
     */
    public CatalogAge(List<FeedState> feeds, FeedState machines, Duration bound) {
        this.machines = machines;
        this.feeds = List.copyOf(feeds);
        boundNanos = bound.toNanos();
    }

    /** As it is now. */
    public Freshness now() {
        long now = System.nanoTime();
        long age = 0;
        boolean live = true;
        boolean everLive = true;
        for (FeedState feed : feeds) {
            // First whether it is live: a feed that is cut in between is the older for it, and not the younger.
            live &= feed.isLive();
            everLive &= feed.wasLive();
            age = Math.max(age, feed.ageNanos(now));
        }
        return new Freshness(Duration.ofNanos(age), live, everLive, age > boundNanos);
    }

    /**
     * The machine whose change the store told longer ago than the bound, and which is in the catalog as it was before. There
     * is one at most: changes are made one after the other, and what comes behind it has not been read.
     */
    public Optional<String> overdueMachine() {
        return machines.overdue(System.nanoTime(), boundNanos);
    }
}
