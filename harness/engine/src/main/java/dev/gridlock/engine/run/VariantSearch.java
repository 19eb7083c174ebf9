package dev.gridlock.engine.run;

import dev.gridlock.engine.finding.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the search came to for one variant.
 *
 * @param variant name of the variant
 * @param expected what it is known to show, in words
 * @param runs every run of it, in the order of seeds
 * @param reproducing the first run that showed all that the variant is known to show; empty when none did or nothing is
 * @param verdict pass when the variant behaved as expected
 * @param remark why it did not, a clause; empty when it did
 */
public record VariantSearch(
        String variant,
        String expected,
        List<RunResult> runs,
        Optional<RunResult> reproducing,
        Verdict verdict,
        String remark) {

    public VariantSearch {
        runs = List.copyOf(runs);
    }

    /** The seed that reproduced. */
    public OptionalLong seed() {
        return reproducing.map(run -> OptionalLong.of(run.seed())).orElse(OptionalLong.empty());
    }
}
