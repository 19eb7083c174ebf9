package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/**
 * How long something took on the monotonic clock.
 *
 * @param startNanos when it began
 */
record Stopwatch(long startNanos) {
    /** How much later than asked for a wait may end: a busy machine is late, but not by this. */
    private static final Duration LATE = Duration.ofSeconds(15);

    static Stopwatch start() {
        return new Stopwatch(System.nanoTime());
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    /** Fails unless {@code least} has passed, and not very much more. */
    void tookAtLeastMillis(long least) {
        assertThat(elapsed())
                .isBetween(Duration.ofMillis(least), Duration.ofMillis(least).plus(LATE));
    }

    /** Fails unless it ended before {@code most}. */
    void tookLessThanMillis(long most) {
        assertThat(elapsed()).isLessThan(Duration.ofMillis(most));
    }
}
