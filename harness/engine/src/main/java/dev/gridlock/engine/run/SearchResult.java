package dev.gridlock.engine.run;

import dev.gridlock.engine.finding.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What a search came to.
 *
 * @param scenario name of the scenario
 * @param variants in the order of the scenario
 * @param verdict pass when every variant behaved as expected, else the gravest of theirs
 */
public record SearchResult(String scenario, List<VariantSearch> variants, Verdict verdict) {

    public SearchResult {
        variants = List.copyOf(variants);
    }

    /** Every run of every variant. */
    public List<RunResult> runs() {
        return variants.stream().flatMap(variant -> variant.runs().stream()).toList();
    }

    /** The first run that reproduced a variant's findings: the incident to tell. */
    public Optional<RunResult> incident() {
        return variants.stream()
                .flatMap(variant -> variant.reproducing().stream())
                .findFirst();
    }
}
