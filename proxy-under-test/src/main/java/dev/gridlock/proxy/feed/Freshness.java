package dev.gridlock.proxy.feed;

import java.time.Duration;

/**
 * How far behind its store a catalog may be.
 *
 * @param age the upper bound of it that is known here; see {@link FeedState}
 * @param live whether all subscriptions stand
 * @param everLive whether each has stood since the start
 * @param isStale whether the age is beyond the bound that was set
 */
public record Freshness(Duration age, boolean live, boolean everLive, boolean isStale) {

    /** Whether a client should be told: the subscriptions do not all stand, or the catalog is behind by more than the bound. */
    boolean isWorthTelling() {
        return !live || isStale;
    }

    /** For a header: whole milliseconds, whose catalog it is, and whether that is beyond the bound. */
    String text(String node) {
        return age.toMillis() + ";node=" + node + (isStale ? ";stale" : "");
    }
}
