package dev.gridlock.engine.run;

import dev.gridlock.engine.finding.Evidence;
import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.witness.Sighting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Results of runs that were never made. */
public final class Results {

    private static final LoadSummary LOAD = new LoadSummary(
            new LoadSummary.Counts(600, 0, 1),
            new LoadSummary.Counts(1650, 20, 10),
            Duration.ofNanos(1_234_567),
            Duration.ofMillis(18),
            Duration.ofMillis(640));

    private static final FaultOutcome FAULT = new FaultOutcome(
            1,
            "partition of waw at 0.400 s, undone at 0.900 s",
            Duration.ofMillis(400),
            Optional.of(new Sighting(true, "none of 19 beacons from waw to iad arrived", Duration.ofMillis(900))),
            Optional.of(Duration.ofMillis(900)),
            Optional.of(new Sighting(
                    true, "beacons from waw to iad took 64.2 ms again", Duration.ofNanos(1_190_500_000L))));

    private static final Measurements MEASURED = new Measurements(
            new Propagation(30, Duration.ofMillis(70), Duration.ofMillis(140), Duration.ofMillis(160)),
            Optional.of(Duration.ofMillis(120)),
            List.of(new Measurements.DuringFault(1, LOAD)));

    private Results() {}

    public static RunResult pass(String variant, long seed) {
        return result(variant, seed, List.of(), List.of(), List.of());
    }

    public static RunResult finding(String variant, long seed, String region, FindingKind... kinds) {
        var findings = Stream.of(kinds)
                .map(kind -> new Finding(
                        kind, "proxy-" + region + "-1", region, Duration.ofMillis(1), new Evidence(Map.of(), "seen")))
                .toList();
        return result(variant, seed, findings, List.of(), List.of());
    }

    public static RunResult unmet(String variant, long seed, String expectation) {
        return result(
                variant,
                seed,
                List.of(),
                List.of(new ExpectationResult(expectation, false, "1 of 2 requests were served (50%)")),
                List.of());
    }

    public static RunResult missing(String variant, long seed, String what) {
        return result(variant, seed, List.of(), List.of(), List.of(what));
    }

    public static RunResult of(String variant, long seed, List<Finding> findings) {
        return result(
                variant,
                seed,
                findings,
                List.of(
                        new ExpectationResult("no-finding: any", findings.isEmpty(), findings.size() + " were seen"),
                        new ExpectationResult("served: 90%", true, "1,650 of 1,680 requests were served (98.2%)")),
                List.of());
    }

    private static RunResult result(
            String variant,
            long seed,
            List<Finding> findings,
            List<ExpectationResult> expectations,
            List<String> missing) {
        return new RunResult(
                "warsaw",
                variant,
                seed,
                "simulator",
                RunResult.verdictOf(findings, expectations, missing),
                "9f3b00c4d5e6f701",
                Duration.ofNanos(5_213_400_000L),
                Duration.ofMillis(740),
                1_234_567,
                findings,
                expectations,
                List.of(FAULT),
                missing,
                LOAD,
                MEASURED,
                Map.of("seed", Long.toString(seed)),
                "./gridlock run warsaw --variant " + variant + " --seed " + seed);
    }
}
