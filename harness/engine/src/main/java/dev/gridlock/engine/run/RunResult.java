package dev.gridlock.engine.run;

import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.Verdict;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one run came to.
 *
 * @param scenario name of the scenario
 * @param variant name of the variant
 * @param seed the seed
 * @param backend name of the backend
 * @param verdict finding when there is one or an expectation did not hold; inconclusive when evidence is missing and
 *     nothing was found; else pass
 * @param traceHash hash of the whole trace, empty for backends that are not repeatable
 * @param simulated time that passed in the run
 * @param wall real time that the run took
 * @param steps scheduled steps
 * @param findings in order of time
 * @param expectations in the order of the scenario
 * @param faults what became of the faults that were begun, in the order of the scenario
 * @param missing what evidence is missing, one clause each
 * @param load what clients met
 * @param measured what was measured besides
 * @param options everything that was chosen or drawn, by name
 * @param repeatCommand the command line that repeats this run
 */
public record RunResult(
        String scenario,
        String variant,
        long seed,
        String backend,
        Verdict verdict,
        String traceHash,
        Duration simulated,
        Duration wall,
        long steps,
        List<Finding> findings,
        List<ExpectationResult> expectations,
        List<FaultOutcome> faults,
        List<String> missing,
        LoadSummary load,
        Measurements measured,
        Map<String, String> options,
        String repeatCommand) {

    public RunResult {
        findings = List.copyOf(findings);
        expectations = List.copyOf(expectations);
        faults = List.copyOf(faults);
        missing = List.copyOf(missing);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    static Verdict verdictOf(List<Finding> findings, List<ExpectationResult> expectations, List<String> missing) {
        if (!findings.isEmpty()) {
            return Verdict.FINDING;
        }
        if (!missing.isEmpty()) {
            return Verdict.INCONCLUSIVE;
        }
        return expectations.stream().allMatch(ExpectationResult::holds) ? Verdict.PASS : Verdict.FINDING;
    }
}
