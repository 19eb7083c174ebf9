package dev.gridlock.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.scenario.Variant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedSearchTest {

    private static final Variant BROKEN = Scenarios.variant(
            "broken",
            List.of(
                    Scenarios.pattern(FindingKind.LOCK_WORD_CORRUPTION, "waw"),
                    Scenarios.pattern(FindingKind.WATCHDOG_RESTART, "waw")),
            List.of());
    private static final Variant HEALTHY = Scenarios.variant("healthy", List.of(), List.of(Scenarios.ANY));

    private final List<String> runs = new ArrayList<>();

    private SearchResult search(List<Variant> variants, int seeds, SeedSearch.Runs behaviour) {
        return new SeedSearch(Scenarios.with(variants, seeds), (variant, seed) -> {
                    runs.add(variant + " " + seed);
                    return behaviour.run(variant, seed);
                })
                .search();
    }

    private static RunResult corruptAndRestarted(String variant, long seed) {
        return Results.finding(variant, seed, "waw", FindingKind.LOCK_WORD_CORRUPTION, FindingKind.WATCHDOG_RESTART);
    }

    @Test
    void aBrokenVariantIsSearchedUntilOneRunShowsAllAndAHealthyOneAsOften() {
        var result = search(List.of(HEALTHY, BROKEN), 200, (variant, seed) -> {
            if (variant.equals("healthy")) {
                return Results.pass(variant, seed);
            }
            return switch ((int) seed) {
                case 1 -> Results.pass(variant, seed);
                case 2 -> Results.finding(variant, seed, "waw", FindingKind.LOCK_WORD_CORRUPTION);
                case 3 ->
                    Results.finding(
                            variant, seed, "fra", FindingKind.LOCK_WORD_CORRUPTION, FindingKind.WATCHDOG_RESTART);
                default -> corruptAndRestarted(variant, seed);
            };
        });

        assertThat(runs)
                .containsExactly(
                        "broken 1",
                        "broken 2",
                        "broken 3",
                        "broken 4",
                        "healthy 1",
                        "healthy 2",
                        "healthy 3",
                        "healthy 4");
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.variants()).extracting(VariantSearch::variant).containsExactly("healthy", "broken");
        assertThat(result.variants().getLast().seed()).hasValue(4);
        assertThat(result.incident()).map(RunResult::seed).hasValue(4L);
        assertThat(result.runs()).hasSize(8);
    }

    @Test
    void theLongestSearchOfAllBrokenVariantsSaysHowOftenHealthyOnesRun() {
        var other = Scenarios.variant("other", List.of(Scenarios.pattern(FindingKind.LOST_WAKEUP)), List.of());
        search(List.of(BROKEN, other, HEALTHY), 200, (variant, seed) -> switch (variant) {
            case "healthy" -> Results.pass(variant, seed);
            case "other" -> Results.finding(variant, seed, "fra", FindingKind.LOST_WAKEUP);
            default -> seed < 3 ? Results.pass(variant, seed) : corruptAndRestarted(variant, seed);
        });

        assertThat(runs)
                .containsExactly("broken 1", "broken 2", "broken 3", "other 1", "healthy 1", "healthy 2", "healthy 3");
    }

    @Test
    void whatNoSeedShowsIsInconclusive() {
        var result = search(List.of(BROKEN), 3, Results::pass);

        assertThat(runs).hasSize(3);
        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.variants().getFirst().remark()).isEqualTo("no seed up to 3 shows it");
        assertThat(result.incident()).isEmpty();
    }

    @Test
    void aForbiddenFindingEndsTheSearchOfABrokenVariant() {
        var forbidding = Scenarios.variant(
                "pr466a",
                List.of(Scenarios.pattern(FindingKind.LOST_WAKEUP)),
                List.of(Scenarios.pattern(FindingKind.LOCK_WORD_CORRUPTION)));
        var result = search(
                List.of(forbidding),
                10,
                (variant, seed) -> seed == 1
                        ? Results.pass(variant, seed)
                        : Results.finding(
                                variant, seed, "ams", FindingKind.LOST_WAKEUP, FindingKind.LOCK_WORD_CORRUPTION));

        assertThat(runs).containsExactly("pr466a 1", "pr466a 2");
        assertThat(result.verdict()).isEqualTo(Verdict.FINDING);
        assertThat(result.variants().getFirst().remark())
                .isEqualTo("seed 2 shows lock-word-corruption in ams, which this variant must not");
    }

    @Test
    void anyFindingOfAHealthyVariantIsOne() {
        var result = search(
                List.of(BROKEN, HEALTHY),
                10,
                (variant, seed) -> variant.equals("healthy")
                        ? Results.finding(variant, seed, "nrt", FindingKind.DIVERGENCE)
                        : corruptAndRestarted(variant, seed));

        assertThat(result.verdict()).isEqualTo(Verdict.FINDING);
        assertThat(result.variants().getLast().remark()).isEqualTo("seed 1 shows divergence");
    }

    @Test
    void anExpectationThatDoesNotHoldCountsAgainstAHealthyVariant() {
        var result = search(List.of(HEALTHY), 10, (variant, seed) -> Results.unmet(variant, seed, "served: 90%"));

        assertThat(result.verdict()).isEqualTo(Verdict.FINDING);
        assertThat(result.variants().getFirst().remark()).isEqualTo("seed 1 shows that \"served: 90%\" does not hold");
    }

    @Test
    void missingEvidenceOfAHealthyVariantIsInconclusiveAndOfABrokenOneMerelyNoReproduction() {
        var result = search(List.of(BROKEN, HEALTHY), 10, (variant, seed) -> {
            if (variant.equals("healthy")) {
                return seed == 2
                        ? Results.missing(variant, seed, "proxy-waw-1 printed no event")
                        : Results.pass(variant, seed);
            }
            return seed < 3 ? Results.missing(variant, seed, "x") : corruptAndRestarted(variant, seed);
        });

        assertThat(runs).containsExactly("broken 1", "broken 2", "broken 3", "healthy 1", "healthy 2");
        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.variants().getLast().remark())
                .isEqualTo("seed 2 is inconclusive: proxy-waw-1 printed no event");
    }

    @Test
    void aScenarioOfHealthyVariantsRunsOneSeedOfEach() {
        assertThat(search(List.of(HEALTHY), 200, Results::pass).verdict()).isEqualTo(Verdict.PASS);
        assertThat(runs).containsExactly("healthy 1");
    }

    @Test
    void aPatternWithoutARegionMeansAnyRegion() {
        var anywhere = Scenarios.variant("x", List.of(Scenarios.pattern(FindingKind.LOST_WAKEUP)), List.of());
        var result = search(
                List.of(anywhere),
                5,
                (variant, seed) -> Results.finding(variant, seed, "gru", FindingKind.LOST_WAKEUP));

        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
    }
}
