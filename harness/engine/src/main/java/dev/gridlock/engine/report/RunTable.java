package dev.gridlock.engine.report;

import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.run.SearchResult;
import dev.gridlock.engine.run.VariantSearch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** Runs and searches as tables of plain text. */
public final class RunTable {

    private RunTable() {}

    /** One row for each variant of a search: what was sought, how many seeds it took, what was found. */
    public static String of(SearchResult search) {
        var table =
                new TextTable("variant", "seeds tried", "reproduced by", "findings", "known to show", "as expected");
        for (var variant : search.variants()) {
            table.row(
                    variant.variant(),
                    Integer.toString(variant.runs().size()),
                    variant.reproducing().map(run -> "seed " + run.seed()).orElse("-"),
                    findings(variant),
                    variant.expected(),
                    variant.verdict() == Verdict.PASS ? "yes" : "no: " + variant.remark());
        }
        return table.text();
    }

    /** One row for each run. */
    public static String of(List<RunResult> runs) {
        var table = new TextTable("variant", "seed", "verdict", "findings", "served", "trace hash");
        for (var run : runs) {
            var requests = run.load().requests();
            table.row(
                    run.variant(),
                    Long.toString(run.seed()),
                    run.verdict().wireName(),
                    findings(run.findings()),
                    requests.ok() + "/" + requests.total(),
                    run.traceHash().isEmpty() ? "-" : run.traceHash());
        }
        return table.text();
    }

    /** What the reproducing run shows, or all runs together when none reproduced. */
    private static String findings(VariantSearch variant) {
        return findings(variant.reproducing()
                .map(RunResult::findings)
                .orElseGet(() -> variant.runs().stream()
                        .flatMap(run -> run.findings().stream())
                        .toList()));
    }

    private static String findings(List<Finding> findings) {
        if (findings.isEmpty()) {
            return "none";
        }
        var counts = new LinkedHashMap<String, Integer>();
        for (var finding : findings) {
            var where = finding.region().isEmpty() ? "" : " in " + finding.region();
            counts.merge(finding.kind() + where, 1, Integer::sum);
        }
        return counts.entrySet().stream()
                .map(entry -> entry.getValue() == 1 ? entry.getKey() : entry.getValue() + " x " + entry.getKey())
                .collect(Collectors.joining(", "));
    }
}
