package dev.gridlock.engine.load;

import java.time.Duration;

/** The time of a run: virtual in the simulator, real elsewhere. Counted from the moment the backend began. */
public interface RunClock {

    /** The present instant; never goes back. */
    Duration now();

    /** Blocks the calling thread until the instant; returns at once when it has passed. */
    default void sleepUntil(Duration instant) throws InterruptedException {
        var wait = instant.minus(now());
        if (wait.isPositive()) {
            Thread.sleep(wait);
        }
    }
}
