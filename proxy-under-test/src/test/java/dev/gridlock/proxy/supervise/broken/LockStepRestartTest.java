package dev.gridlock.proxy.supervise.broken;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.supervise.JitteredRestart;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LockStepRestartTest {

    private static final Instant FULL = Instant.parse("2024-09-01T12:00:00Z");

    @Test
    void allThatFellWithinAPeriodComeBackAtOneInstant() {
        var inStep = new HashSet<Instant>();
        var apart = new HashSet<Instant>();
        var random = new SplittableRandom(1);
        for (int proxy = 0; proxy < 30; proxy++) {
            Instant fell = FULL.plusMillis(1 + random.nextInt(1_900));
            inStep.add(fell.plus(new LockStepRestart(Duration.ofSeconds(2), InstantSource.fixed(fell)).pause()));
            apart.add(fell.plus(new JitteredRestart(Duration.ofSeconds(2), Duration.ofSeconds(1), random).pause()));
        }

        assertThat(inStep).containsExactly(FULL.plusSeconds(2));
        assertThat(apart).hasSizeGreaterThan(25);
    }

    @Test
    void thePeriodIsASecondAtLeast() {
        var timing = new LockStepRestart(Duration.ofMillis(10), InstantSource.fixed(FULL.plusMillis(250)));

        assertThat(timing.pause()).isEqualTo(Duration.ofMillis(750));
    }
}
