package dev.gridlock.proxy.supervise;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A fixed delay and a random part of a jitter: processes that fell together do not come back together, and what they all ask
 * for when they start is not asked for at one instant.
 */
public final class JitteredRestart implements RestartTiming {

    private final Duration delay;
    private final Duration jitter;
    private final RandomGenerator random;

    /**
     * A timing.
     *
     * @param delay the least pause, zero or more
     * @param jitter the pause is longer by less than this; zero for none
     */
    public JitteredRestart(Duration delay, Duration jitter, RandomGenerator random) {
        this.delay = delay;
        this.jitter = jitter;
        this.random = random;
    }

    @Override
    public Duration pause() {
        return jitter.isZero() ? delay : delay.plusNanos(random.nextLong(jitter.toNanos()));
    }
}
