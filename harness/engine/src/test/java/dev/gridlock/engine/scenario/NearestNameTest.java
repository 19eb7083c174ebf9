package dev.gridlock.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {

    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "'', abc, 3",
        "abc, '', 3",
        "rate, rate, 0",
        "rate, rat, 1",
        "rate, rates, 1",
        "rate, bate, 1",
        "rate, arte, 1",
        "kitten, sitting, 3",
        "ca, abc, 3"
    })
    void editsAreInsertionsRemovalsReplacementsAndSwapsOfNeighbours(String from, String to, int edits) {
        assertThat(NearestName.edits(from, to)).isEqualTo(edits);
        assertThat(NearestName.edits(to, from)).isEqualTo(edits);
    }

    @Test
    void theNearestIsTakenAndOfTwoTheEarlier() {
        assertThat(NearestName.of("rat", List.of("regions", "rate", "rats"))).contains("rate");
        assertThat(NearestName.of("RATE", List.of("regions", "rate"))).contains("rate");
    }

    @Test
    void aWordThatIsLikeNoneHasNoNearest() {
        assertThat(NearestName.of("colour", List.of("regions", "rate", "duration")))
                .isEmpty();
        assertThat(NearestName.of("rate".repeat(100), List.of("rate"))).isEmpty();
        assertThat(NearestName.of("rate", List.of())).isEmpty();
    }
}
