package dev.gridlock.proxy.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.config.BrokenVariant;
import dev.gridlock.proxy.supervise.broken.BrokenPauses;
import dev.gridlock.proxy.supervise.broken.LockStepPause;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RestartPauseTest {

    private static final Duration DELAY = Duration.ofMillis(100);

    @Test
    void jitterSpreadsTheRestartsOverAllOfItsRange() {
        var pause = new RandomPause(DELAY, Duration.ofNanos(3), new SplittableRandom(7));

        assertThat(Stream.generate(pause::next).limit(200).distinct())
                .containsExactlyInAnyOrder(DELAY, DELAY.plusNanos(1), DELAY.plusNanos(2), DELAY.plusNanos(3));
    }

    @Test
    void withoutJitterThePauseIsTheDelay() {
        assertThat(new RandomPause(DELAY, Duration.ZERO, new SplittableRandom(7)).next())
                .isEqualTo(DELAY);
    }

    @Test
    void inLockStepWhateverEndedWithinOnePeriodStartsAtTheSameInstant() {
        var clock = new AtomicLong();
        var pause = new LockStepPause(DELAY, clock::get);

        assertThat(Stream.of(1_000L, 1_001L, 1_050L, 1_099L).map(now -> {
                    clock.set(now);
                    return now + pause.next().toMillis();
                }))
                .containsOnly(1_100L);
    }

    @Test
    void onlyTheVariantMakesItGoInLockStep() {
        var sound = new RandomPause(DELAY, Duration.ZERO, new SplittableRandom(7));

        assertThat(BrokenPauses.with(List.of(BrokenVariant.NESTED_READ), DELAY, sound))
                .isSameAs(sound);
        assertThat(BrokenPauses.with(List.of(BrokenVariant.LOCK_STEP_RESTART), DELAY, sound))
                .isInstanceOf(LockStepPause.class);
    }
}
