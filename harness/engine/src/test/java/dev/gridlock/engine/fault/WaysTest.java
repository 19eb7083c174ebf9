package dev.gridlock.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaysTest {

    private static final List<String> ALL = List.of("waw", "fra", "iad", "nrt");

    @Test
    void aroundARegionLieAllWaysIntoItAndOutOfIt() {
        assertThat(Ways.around("fra", List.of("waw", "fra", "iad")))
                .containsExactlyInAnyOrder(
                        new Way("fra", "waw"), new Way("waw", "fra"), new Way("fra", "iad"), new Way("iad", "fra"));
    }

    @Test
    void halvesLoseEveryWayBetweenThemAndKeepThoseInside() {
        var ways = Ways.split(List.of(List.of("waw", "fra"), List.of("iad", "nrt")));

        assertThat(ways).hasSize(8).doesNotHaveDuplicates();
        assertThat(ways).contains(new Way("waw", "iad"), new Way("nrt", "fra"));
        assertThat(ways).doesNotContain(new Way("waw", "fra"), new Way("nrt", "iad"));
    }

    @Test
    void aBridgeKeepsAllItsWays() {
        var ways = Ways.split(List.of(List.of("waw", "fra"), List.of("fra", "iad")));

        assertThat(ways).containsExactlyInAnyOrder(new Way("waw", "iad"), new Way("iad", "waw"));
    }

    @Test
    void inARingOnlyNeighboursMeet() {
        assertThat(Ways.ring(ALL))
                .containsExactlyInAnyOrder(
                        new Way("waw", "iad"), new Way("iad", "waw"), new Way("fra", "nrt"), new Way("nrt", "fra"));
    }

    @Test
    void aWayLeadsSomewhereElseAndAFaultHurtsEachOnce() {
        assertThatThrownBy(() -> new Way("waw", "waw")).isInstanceOf(IllegalArgumentException.class);
        var twice = List.of(new Way("waw", "fra"), new Way("waw", "fra"));
        assertThatThrownBy(() -> new LinkFault(new LinkEffect.Cut(), twice, "", Duration.ZERO, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
