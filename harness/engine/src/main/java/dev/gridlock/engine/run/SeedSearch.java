package dev.gridlock.engine.run;

import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.scenario.FindingPattern;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.Variant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The search over seeds.
 *
 * <ul>
 *   <li>A variant that is known to show something runs with seeds 1, 2, ... until one run shows all of it, at most as
 *       many as the scenario allows. When none does, the search is inconclusive: what was looked for was not seen, which
 *       proves nothing.
 *   <li>A finding that a variant forbids ends its search: it behaves otherwise than known.
 *   <li>A variant that is known to show nothing runs with as many seeds as the longest search took, at least one. Any
 *       finding, or an expectation that does not hold, ends its search; so does missing evidence.
 * </ul>
 */
final class SeedSearch {

    /** Makes the run of a variant and a seed. */
    @FunctionalInterface
    interface Runs {
        RunResult run(String variant, long seed);
    }

    private final Scenario scenario;
    private final Runs runs;

    SeedSearch(Scenario scenario, Runs runs) {
        this.scenario = scenario;
        this.runs = runs;
    }

    SearchResult search() {
        var searched = new HashMap<String, VariantSearch>();
        int longest = 1;
        for (var variant : scenario.variants().values()) {
            if (!variant.reproduces().isEmpty()) {
                var search = searchBroken(variant);
                searched.put(variant.name(), search);
                longest = Math.max(longest, search.runs().size());
            }
        }
        for (var variant : scenario.variants().values()) {
            if (variant.reproduces().isEmpty()) {
                searched.put(variant.name(), searchHealthy(variant, longest));
            }
        }
        return result(searched);
    }

    private SearchResult result(Map<String, VariantSearch> searched) {
        var inOrder = new ArrayList<VariantSearch>();
        var verdict = Verdict.PASS;
        for (var name : scenario.variants().keySet()) {
            var search = searched.get(name);
            if (search != null) {
                inOrder.add(search);
                verdict = verdict.and(search.verdict());
            }
        }
        return new SearchResult(scenario.name(), inOrder, verdict);
    }

    private VariantSearch searchBroken(Variant variant) {
        var expected = phrase(variant.reproduces());
        var made = new ArrayList<RunResult>();
        for (long seed = 1; seed <= scenario.searchSeeds(); seed++) {
            var run = runs.run(variant.name(), seed);
            made.add(run);
            var forbidden = firstForbidden(variant, run);
            if (forbidden.isPresent()) {
                return new VariantSearch(
                        variant.name(),
                        expected,
                        made,
                        Optional.empty(),
                        Verdict.FINDING,
                        "seed " + seed + " shows " + forbidden.get() + ", which this variant must not");
            }
            boolean all = variant.reproduces().stream()
                    .noneMatch(pattern ->
                            Expectations.matching(pattern, run.findings()).isEmpty());
            if (all) {
                return new VariantSearch(variant.name(), expected, made, Optional.of(run), Verdict.PASS, "");
            }
        }
        return new VariantSearch(
                variant.name(),
                expected,
                made,
                Optional.empty(),
                Verdict.INCONCLUSIVE,
                "no seed up to " + scenario.searchSeeds() + " shows it");
    }

    private VariantSearch searchHealthy(Variant variant, int seeds) {
        var made = new ArrayList<RunResult>();
        var verdict = Verdict.PASS;
        var remark = "";
        for (long seed = 1; seed <= seeds && verdict == Verdict.PASS; seed++) {
            var run = runs.run(variant.name(), seed);
            made.add(run);
            verdict = run.verdict();
            remark = switch (verdict) {
                case PASS -> "";
                case FINDING -> "seed " + seed + " shows " + shown(run);
                case INCONCLUSIVE, BAD_INPUT ->
                    "seed " + seed + " is inconclusive: " + String.join("; ", run.missing());
            };
        }
        return new VariantSearch(variant.name(), "nothing", made, Optional.empty(), verdict, remark);
    }

    private static Optional<String> firstForbidden(Variant variant, RunResult run) {
        return variant.forbids().stream()
                .flatMap(pattern -> Expectations.matching(pattern, run.findings()).stream())
                .map(finding -> finding.kind() + " in " + finding.region())
                .findFirst();
    }

    private static String shown(RunResult run) {
        return run.findings().isEmpty()
                ? "that "
                        + run.expectations().stream()
                                .filter(expectation -> !expectation.holds())
                                .map(expectation -> "\"" + expectation.text() + "\" does not hold")
                                .collect(Collectors.joining(" and "))
                : run.findings().stream()
                        .map(finding -> finding.kind().wireName())
                        .distinct()
                        .collect(Collectors.joining(", "));
    }

    private static String phrase(List<FindingPattern> patterns) {
        return patterns.stream().map(FindingPattern::toString).collect(Collectors.joining(", "));
    }
}
