package dev.gridlock.cli;

import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.report.Narrative;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.run.SearchResult;
import dev.gridlock.engine.scenario.FindingPattern;
import dev.gridlock.engine.scenario.Scenario;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The one incident that a search tells: of the first run that reproduced, the node that shows most of what was sought.
 */
final class SearchStory {

    private SearchStory() {}

    /** The incident in prose and the command that repeats its run; empty when no run reproduced. */
    static Optional<String> of(Scenario scenario, SearchResult search) {
        return search.incident()
                .flatMap(run -> tell(run, scenario.variant(run.variant()).reproduces()));
    }

    private static Optional<String> tell(RunResult run, List<FindingPattern> sought) {
        // The first of equally telling nodes wins: max would take the last.
        var node = run.findings().stream()
                .map(Finding::node)
                .distinct()
                .min(Comparator.comparing((String name) -> -shown(run, name, sought)));
        return node.map(name -> {
            var findings = run.findings().stream()
                    .filter(finding -> finding.node().equals(name))
                    .toList();
            return run.variant() + ", seed " + run.seed() + ":\n"
                    + Narrative.of(findings).getFirst() + "\n\n" + run.repeatCommand() + "\n";
        });
    }

    /** How many of the patterns the findings of one node match. */
    private static long shown(RunResult run, String node, List<FindingPattern> sought) {
        return sought.stream()
                .filter(pattern -> run.findings().stream()
                        .anyMatch(finding ->
                                finding.node().equals(node) && pattern.matches(finding.kind(), finding.region())))
                .count();
    }
}
