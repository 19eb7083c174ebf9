package dev.gridlock.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.scenario.Expectation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExpectationsTest {

    private static final List<Finding> RESTART_IN_WAW =
            Results.finding("v", 1, "waw", FindingKind.WATCHDOG_RESTART).findings();

    private static ExpectationResult evaluate(
            Expectation expectation, List<Finding> findings, long served, long failed, Optional<Duration> converged) {
        var load = new LoadSummary(
                new LoadSummary.Counts(0, 0, 0),
                new LoadSummary.Counts(served, failed, 0),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO);
        return Expectations.evaluate(List.of(expectation), findings, load, converged)
                .getFirst();
    }

    private static ExpectationResult evaluate(Expectation expectation, List<Finding> findings) {
        return evaluate(expectation, findings, 1, 0, Optional.empty());
    }

    @Test
    void noFindingHoldsWhenNoneMatches() {
        var any = new Expectation.NoFinding(Scenarios.ANY);
        var elsewhere = new Expectation.NoFinding(Scenarios.pattern(FindingKind.WATCHDOG_RESTART, "fra"));

        assertThat(evaluate(any, List.of())).isEqualTo(new ExpectationResult("no-finding: any", true, "none was seen"));
        assertThat(evaluate(any, RESTART_IN_WAW))
                .isEqualTo(new ExpectationResult("no-finding: any", false, "one was seen"));
        assertThat(evaluate(elsewhere, RESTART_IN_WAW).holds()).isTrue();
    }

    @Test
    void someFindingHoldsWhenOneMatches() {
        var here = new Expectation.SomeFinding(Scenarios.pattern(FindingKind.WATCHDOG_RESTART, "waw"));

        assertThat(evaluate(here, RESTART_IN_WAW))
                .isEqualTo(new ExpectationResult("some-finding: watchdog-restart in waw", true, "one was seen"));
        assertThat(evaluate(here, List.of()).holds()).isFalse();
    }

    @Test
    void servedComparesTheExactFractionWithItsBoundIncluded() {
        var ninety = new Expectation.ServedAtLeast(0.9);

        assertThat(evaluate(ninety, List.of(), 90, 10, Optional.empty()))
                .isEqualTo(new ExpectationResult("served: 90%", true, "90 of 100 requests were served (90%)"));
        assertThat(evaluate(ninety, List.of(), 8999, 1001, Optional.empty()))
                .isEqualTo(new ExpectationResult("served: 90%", false, "8,999 of 10,000 requests were served (89.9%)"));
    }

    @Test
    void convergesNeedsAgreementInTime() {
        var second = new Expectation.Converges(Duration.ofSeconds(1));

        assertThat(evaluate(second, List.of(), 1, 0, Optional.of(Duration.ofMillis(310))))
                .isEqualTo(new ExpectationResult("converges: 1s", true, "all nodes agreed 310 ms after the load"));
        assertThat(evaluate(second, List.of(), 1, 0, Optional.of(Duration.ofMillis(1_001)))
                        .holds())
                .isFalse();
        assertThat(evaluate(second, List.of(), 1, 0, Optional.empty()))
                .isEqualTo(new ExpectationResult("converges: 1s", false, "not all nodes agreed within the quiet time"));
    }

    @Test
    void aFindingOutweighsMissingEvidenceAndThatOutweighsAnUnmetExpectation() {
        var unmet = List.of(new ExpectationResult("served: 90%", false, ""));
        var met = List.of(new ExpectationResult("served: 90%", true, ""));

        assertThat(RunResult.verdictOf(RESTART_IN_WAW, met, List.of("x"))).isEqualTo(Verdict.FINDING);
        assertThat(RunResult.verdictOf(List.of(), unmet, List.of("x"))).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(RunResult.verdictOf(List.of(), unmet, List.of())).isEqualTo(Verdict.FINDING);
        assertThat(RunResult.verdictOf(List.of(), met, List.of())).isEqualTo(Verdict.PASS);
    }
}
