package dev.gridlock.store.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.crdt.ActorId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RttRingsTest {
    private static final ActorId ACTOR = SwimNetwork.actorOf(1);
    private static final long MILLI = 1_000_000;

    private final RttRings rings = new RttRings();

    private int sample(double millis) {
        return rings.sample(ACTOR, (long) (millis * MILLI));
    }

    private int fill(double millis) {
        int ring = -1;
        for (int i = 0; i < 20; i++) {
            ring = sample(millis);
        }
        return ring;
    }

    @ParameterizedTest
    @CsvSource({
        "0,0", "5.9,0", "6,1", "14.9,1", "15,2", "49.9,2", "50,3", "99.9,3", "100,4", "199.9,4", "200,5", "5000,5"
    })
    void firstSamplePicksTheRing(double millis, int ring) {
        assertThat(rings.ring(ACTOR)).isEmpty();
        assertThat(sample(millis)).isEqualTo(ring);
        assertThat(rings.ring(ACTOR)).hasValue(ring);
    }

    @Test
    void theLeastOfTheLastTwentySamplesCounts() {
        assertThat(sample(3)).isZero();
        for (int i = 0; i < 19; i++) {
            assertThat(sample(300)).isZero();
        }
        assertThat(sample(300)).isEqualTo(1);
    }

    @Test
    void movesByOneRingAtATime() {
        sample(300);
        assertThat(sample(1)).isEqualTo(4);
        assertThat(sample(300)).isEqualTo(3);
        assertThat(sample(300)).isEqualTo(2);
        assertThat(sample(300)).isEqualTo(1);
        assertThat(sample(300)).isEqualTo(0);
        assertThat(sample(300)).isEqualTo(0);
    }

    @Test
    void staysWithinTwoMillisecondsOfTheEdge() {
        sample(5);
        assertThat(fill(7.9)).isZero();
        assertThat(fill(8)).isEqualTo(1);
        assertThat(fill(4)).isEqualTo(1);
        assertThat(sample(3.9)).isZero();
    }

    @Test
    void membersAreApartAndCanBeForgotten() {
        sample(300);
        assertThat(rings.sample(SwimNetwork.actorOf(2), MILLI)).isZero();
        assertThat(rings.ring(ACTOR)).hasValue(RttRings.COUNT - 1);
        rings.remove(ACTOR);
        assertThat(rings.ring(ACTOR)).isEmpty();
        assertThatThrownBy(() -> sample(-1)).hasMessage("found a round trip of -1000000 ns, expected 0 or more");
    }
}
