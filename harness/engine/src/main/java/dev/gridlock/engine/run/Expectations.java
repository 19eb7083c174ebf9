package dev.gridlock.engine.run;

import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.TimeText;
import dev.gridlock.engine.scenario.Expectation;
import dev.gridlock.engine.scenario.FindingPattern;
import dev.gridlock.engine.sut.DurationText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Holds what a run showed against what its scenario expects. */
final class Expectations {

    private Expectations() {}

    static List<ExpectationResult> evaluate(
            List<Expectation> expectations,
            List<Finding> findings,
            LoadSummary load,
            Optional<Duration> convergedAfter) {
        return expectations.stream()
                .map(expectation -> evaluate(expectation, findings, load, convergedAfter))
                .toList();
    }

    /** The findings that a pattern means. */
    static List<Finding> matching(FindingPattern pattern, List<Finding> findings) {
        return findings.stream()
                .filter(finding -> pattern.matches(finding.kind(), finding.region()))
                .toList();
    }

    private static ExpectationResult evaluate(
            Expectation expectation, List<Finding> findings, LoadSummary load, Optional<Duration> convergedAfter) {
        return switch (expectation) {
            case Expectation.NoFinding(FindingPattern pattern) -> {
                int seen = matching(pattern, findings).size();
                yield new ExpectationResult("no-finding: " + pattern, seen == 0, seen(seen));
            }
            case Expectation.SomeFinding(FindingPattern pattern) -> {
                int seen = matching(pattern, findings).size();
                yield new ExpectationResult("some-finding: " + pattern, seen > 0, seen(seen));
            }
            case Expectation.ServedAtLeast(double fraction) -> {
                var requests = load.requests();
                yield new ExpectationResult(
                        "served: " + percent(fraction),
                        requests.fractionOk() >= fraction,
                        String.format(
                                Locale.ROOT,
                                "%,d of %,d requests were served (%s)",
                                requests.ok(),
                                requests.total(),
                                percent(requests.fractionOk())));
            }
            case Expectation.Converges(Duration within) ->
                new ExpectationResult(
                        "converges: " + DurationText.format(within),
                        convergedAfter
                                .filter(after -> after.compareTo(within) <= 0)
                                .isPresent(),
                        convergedAfter
                                .map(after -> "all nodes agreed " + TimeText.length(after) + " after the load")
                                .orElse("not all nodes agreed within the quiet time"));
        };
    }

    private static String seen(int count) {
        return switch (count) {
            case 0 -> "none was seen";
            case 1 -> "one was seen";
            default -> count + " were seen";
        };
    }

    private static String percent(double fraction) {
        var percent = BigDecimal.valueOf(fraction * 100)
                .setScale(1, RoundingMode.DOWN)
                .stripTrailingZeros();
        return (percent.scale() < 0 ? percent.setScale(0, RoundingMode.UNNECESSARY) : percent).toPlainString() + "%";
    }
}
