package dev.gridlock.proxy.supervise.broken;

import dev.gridlock.proxy.supervise.RestartTiming;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Starts the next process when the wall clock reaches the next multiple of a period. Every supervisor of a fleet reads about the
 * same clock, so proxies that fell within one period come back in one instant, ask their stores for everything at once, and, if
 * that is what they fell over, fall again together.
 *
 * <p>Stands for restarts by a timer without a random part, the herd that jitter is there against: Marc Brooker, "Exponential
 * Backoff And Jitter" (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 */
public final class LockStepRestart implements RestartTiming {

    private static final long LEAST_PERIOD_MILLIS = 1_000;

    private final long periodMillis;
    private final InstantSource clock;

    /**
     * A timing.
     *
     * @param delay the period; a second if that is longer
     */
    public LockStepRestart(Duration delay, InstantSource clock) {
        periodMillis = Math.max(LEAST_PERIOD_MILLIS, delay.toMillis());
        this.clock = clock;
    }

    @Override
    public Duration pause() {
        return Duration.ofMillis(periodMillis - Math.floorMod(clock.millis(), periodMillis));
    }
}
