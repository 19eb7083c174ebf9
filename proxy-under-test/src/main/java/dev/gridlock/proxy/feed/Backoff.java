package dev.gridlock.proxy.feed;

import java.time.Duration;
import java.util.Random;

/** Pauses between attempts: each limit twice the one before, and of each limit a random half to whole. Used by one thread. */
final class Backoff {

    private final Duration least;
    private final Duration most;
    private final Random random;
    private Duration limit;

    Backoff(Duration least, Duration most, Random random) {
        this.least = least;
        this.most = most;
        this.random = random;
        limit = least;
    }

    /** The pause before the next attempt. */
    Duration next() {
        long nanos = limit.toNanos();
        Duration pause = Duration.ofNanos(nanos / 2 + random.nextLong(nanos / 2 + 1));
        Duration doubled = limit.multipliedBy(2);
        limit = doubled.compareTo(most) < 0 ? doubled : most;
        return pause;
    }

    /** An attempt has succeeded: the next pause is a short one again. */
    void reset() {
        limit = least;
    }
}
