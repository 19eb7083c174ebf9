package dev.gridlock.engine.sut;

import java.time.Duration;

/**
 * What a supervisor does when a node exits by itself.
 *
 * @param delay time from the exit to the next start
 * @param jitter upper bound of a random addition to the delay, drawn from the run's seed
 * @param max restarts during one run; 0 leaves the node down
 */
public record Restart(Duration delay, Duration jitter, int max) {

    public Restart {
        if (delay.isNegative() || jitter.isNegative() || max < 0) {
            throw new IllegalArgumentException("a restart has delay " + delay + ", jitter " + jitter + " and maximum "
                    + max + ", expected none of them to be negative");
        }
    }

    /** The node stays down after an exit. */
    public static Restart never() {
        return new Restart(Duration.ZERO, Duration.ZERO, 0);
    }
}
