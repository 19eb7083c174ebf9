package dev.gridlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NodeClockTest {
    private static final long EPOCH = 1_700_000_000_000_000_000L;

    @Test
    void aHealthyClockFollowsVirtualTime() {
        NodeClock clock = new NodeClock(EPOCH);
        assertThat(clock.monotonicNanos(0)).isEqualTo(NodeClock.ORIGIN_NANOS);
        assertThat(clock.monotonicNanos(123)).isEqualTo(NodeClock.ORIGIN_NANOS + 123);
        assertThat(clock.wallNanos(123)).isEqualTo(EPOCH + 123);
        assertThat(clock.virtualDelay(77)).isEqualTo(77);
    }

    @Test
    void stepsAddUpOnTheWallClockOnly() {
        NodeClock clock = new NodeClock(EPOCH);
        clock.step(Duration.ofSeconds(5));
        clock.step(Duration.ofSeconds(-7));
        assertThat(clock.wallNanos(10)).isEqualTo(EPOCH - 2_000_000_000L + 10);
        assertThat(clock.monotonicNanos(10)).isEqualTo(NodeClock.ORIGIN_NANOS + 10);
    }

    @Test
    void aChangeOfRateLeavesNoJump() {
        NodeClock clock = new NodeClock(EPOCH);
        clock.setRate(1_000, 2.0);
        assertThat(clock.monotonicNanos(1_000)).isEqualTo(NodeClock.ORIGIN_NANOS + 1_000);
        assertThat(clock.monotonicNanos(1_500)).isEqualTo(NodeClock.ORIGIN_NANOS + 2_000);
        clock.setRate(2_000, 0.5);
        assertThat(clock.monotonicNanos(2_000)).isEqualTo(NodeClock.ORIGIN_NANOS + 3_000);
        assertThat(clock.wallNanos(2_200)).isEqualTo(EPOCH + 3_100);
    }

    @Test
    void aDelayIsNeverShorterOnTheClockThanAsked() {
        for (double rate : new double[] {2.0, 3.0, 0.7, 1.0001, 999}) {
            NodeClock clock = new NodeClock(EPOCH);
            clock.setRate(0, rate);
            for (long delay : new long[] {0, 1, 2, 10, 999, 1_000_000, 3_600_000_000_000L}) {
                long over = clock.monotonicNanos(clock.virtualDelay(delay)) - NodeClock.ORIGIN_NANOS - delay;
                assertThat(over).as("rate %s delay %s", rate, delay).isBetween(-1L, (long) rate + 1);
            }
        }
        NodeClock slow = new NodeClock(EPOCH);
        slow.setRate(0, 0.5);
        assertThat(slow.virtualDelay(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void impossibleRatesAreRefused() {
        NodeClock clock = new NodeClock(EPOCH);
        for (double rate : new double[] {0, -1, 1000, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> clock.setRate(0, rate))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected more than 0 and less than 1000");
        }
    }
}
