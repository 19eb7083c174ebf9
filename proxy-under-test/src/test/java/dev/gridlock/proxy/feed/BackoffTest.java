package dev.gridlock.proxy.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {

    @Test
    void doublesUpToItsLimitAndDrawsTheUpperHalf() {
        var backoff = new Backoff(Duration.ofMillis(50), Duration.ofMillis(300), new Random(7));
        for (int limit : new int[] {50, 100, 200, 300, 300}) {
            assertThat(backoff.next()).isBetween(Duration.ofMillis(limit / 2), Duration.ofMillis(limit));
        }
        backoff.reset();

        assertThat(backoff.next()).isBetween(Duration.ofMillis(25), Duration.ofMillis(50));
    }

    @Test
    void twoProxiesDoNotComeBackAtTheSameTime() {
        var one = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(2), new Random(1));
        var other = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(2), new Random(2));

        assertThat(one.next()).isNotEqualTo(other.next());
    }
}
