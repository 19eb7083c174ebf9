package dev.gridlock.proxy.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FairnessTimerTest {

    private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

    @Test
    void isNeverDueWhenSwitchedOff() {
        assertThat(new FairnessTimer(Fairness.NEVER, 1, System.nanoTime() - HOUR_NANOS).isDue())
                .isFalse();
    }

    @Test
    void isAlwaysDueWhenSwitchedOn() {
        assertThat(new FairnessTimer(Fairness.ALWAYS, 1, System.nanoTime() + HOUR_NANOS).isDue())
                .isTrue();
    }

    @Test
    void isNotDueBeforeItsInstant() {
        assertThat(new FairnessTimer(Fairness.TIMED, 1, System.nanoTime() + HOUR_NANOS).isDue())
                .isFalse();
    }

    @Test
    void isDueAgainWithinAMillisecondButNotAtOnce() {
        var timer = new FairnessTimer(Fairness.TIMED, 1, System.nanoTime() - 1);
        assertThat(timer.isDue()).isTrue();
        int notYet = 0;
        for (int i = 0; i < 20; i++) {
            long lastDueNanos = System.nanoTime();
            long nowNanos = lastDueNanos;
            while (!timer.isDue()) {
                notYet++;
                // Taken before the timer said no, so this much time at least was not enough.
                assertThat(nowNanos - lastDueNanos)
                        .isLessThan(Duration.ofMillis(1).toNanos());
                nowNanos = System.nanoTime();
            }
        }
        assertThat(notYet).isPositive();
    }
}
