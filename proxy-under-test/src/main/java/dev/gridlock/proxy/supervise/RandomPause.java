package dev.gridlock.proxy.supervise;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A fixed delay and a random part: what ended many processes at once does not start them all at once.
 *
 * @param delay the least pause, zero or more
 * @param jitter upper bound of what is added, inclusive; zero or more
 * @param random draws it, uniformly; not drawn from without jitter
 */
public record RandomPause(Duration delay, Duration jitter, RandomGenerator random) implements RestartPause {

    @Override
    public Duration next() {
        return jitter.isZero() ? delay : delay.plusNanos(random.nextLong(jitter.toNanos() + 1));
    }
}
