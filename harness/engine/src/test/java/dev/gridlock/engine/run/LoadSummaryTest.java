package dev.gridlock.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.history.Operation;
import dev.gridlock.engine.history.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadSummaryTest {

    private static Operation request(int latencyMillis, Outcome outcome) {
        return new Operation(
                Operation.Kind.REQUEST,
                "1",
                "waw",
                "p",
                "",
                Duration.ofMillis(7),
                Duration.ofMillis(8),
                Duration.ofMillis(7 + latencyMillis),
                outcome,
                "");
    }

    @Test
    void percentilesAreThoseOfServedRequestsByNearestRank() {
        var operations = new ArrayList<>(IntStream.rangeClosed(1, 200)
                .mapToObj(millis -> request(201 - millis, Outcome.OK))
                .toList());
        operations.add(request(5_000, Outcome.FAILED));

        var summary = LoadSummary.of(operations);

        assertThat(summary.requests()).isEqualTo(new LoadSummary.Counts(200, 1, 0));
        assertThat(summary.requestMedian()).isEqualTo(Duration.ofMillis(100));
        assertThat(summary.requestP99()).isEqualTo(Duration.ofMillis(198));
        assertThat(summary.requestMax()).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void withoutOperationsEverythingIsZeroAndNothingWasRefused() {
        var summary = LoadSummary.of(List.of());

        assertThat(summary.requests().total()).isZero();
        assertThat(summary.requests().fractionOk()).isEqualTo(1.0);
        assertThat(summary.requestP99()).isZero();
    }
}
