package dev.gridlock.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.backend.SimulatorBackend;
import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.run.Progress;
import dev.gridlock.engine.run.RunOptions;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.run.ScenarioRunner;
import dev.gridlock.engine.run.Systems;
import dev.gridlock.engine.run.WallClock;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.scenario.ScenarioSource;
import dev.gridlock.engine.scenario.Variant;
import dev.gridlock.engine.scenario.language.KnownSystem;
import dev.gridlock.engine.scenario.language.ScenarioReader;
import dev.gridlock.scenarios.fleet.RegionalFleet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Every variant of the catalog's lock over many seeds: a stall is told by the name of its defect and by no other, and a sound
 * lock shows nothing at all.
 *
 * <p>The seeds are {@code gridlock.catalog.broken} for the broken variants and {@code gridlock.catalog.sound} for the others,
 * "1..3" unless set.
 */
class StalledCatalogTest {

    /** Has two defects, and the second, which its first fix leaves, may show first. */
    private static final String BOTH_DEFECTS = "parking-lot-0.12.3";

    /** What these do wrong needs threads to meet at an instant, so not every seed shows it. */
    private static final Set<String> BY_CHANCE = Set.of(BOTH_DEFECTS, "parking-lot-0.12.3+pr466a", "signal-stealing");

    private final RegionalFleet fleet = new RegionalFleet();
    private final ScenarioRunner runner = new ScenarioRunner(new Systems(List.of(fleet)), new WallClock());

    @Test
    void aStallIsToldByTheNameOfItsDefect() throws Exception {
        Scenario scenario = scenario();
        var matrix = new ConfusionMatrix();
        var wrong = new ArrayList<String>();
        for (Variant variant : scenario.variants().values()) {
            for (long seed :
                    seeds("gridlock.catalog.broken", !variant.reproduces().isEmpty())) {
                RunResult run = run(scenario, variant, seed);
                Set<FindingKind> seen = stalls(run);
                matrix.count(variant.name(), seen);
                // The proxy may be down at the end, so evidence may be missing; a finding stands all the same.
                boolean expected =
                        defects(variant).containsAll(seen) && (!seen.isEmpty() || BY_CHANCE.contains(variant.name()));
                if (!expected) {
                    wrong.add(variant.name() + ", seed " + seed + ": " + seen);
                }
            }
        }
        System.out.print(matrix);
        assertThat(wrong).as("runs whose stalls have another name\n%s", matrix).isEmpty();
    }

    @Test
    void aSoundLockShowsNothing() throws Exception {
        Scenario scenario = scenario();
        var wrong = new ArrayList<String>();
        long runs = 0;
        for (Variant variant : scenario.variants().values()) {
            for (long seed :
                    seeds("gridlock.catalog.sound", variant.reproduces().isEmpty())) {
                RunResult run = run(scenario, variant, seed);
                runs++;
                if (run.verdict() != Verdict.PASS) {
                    wrong.add(variant.name() + ", seed " + seed + ": " + run.findings() + ' ' + run.missing());
                }
            }
        }
        System.out.printf("sound locks: %d runs, %d of them not passed%n", runs, wrong.size());
        assertThat(wrong).isEmpty();
    }

    private static Set<FindingKind> defects(Variant variant) {
        var kinds = EnumSet.noneOf(FindingKind.class);
        variant.reproduces().forEach(pattern -> kinds.add(pattern.kind().orElseThrow()));
        if (variant.name().equals(BOTH_DEFECTS)) {
            kinds.add(FindingKind.LOST_WAKEUP);
        }
        return kinds;
    }

    private static Set<FindingKind> stalls(RunResult run) {
        var kinds = EnumSet.noneOf(FindingKind.class);
        run.findings().stream().map(Finding::kind).filter(FindingKind::isStall).forEach(kinds::add);
        return kinds;
    }

    private RunResult run(Scenario scenario, Variant variant, long seed) {
        return runner.run(scenario, variant.name(), seed, new RunOptions(new SimulatorBackend(), Progress.silent()));
    }

    private static List<Long> seeds(String property, boolean concerned) {
        if (!concerned) {
            return List.of();
        }
        String range = System.getProperty(property, "1..3");
        int dots = range.indexOf("..");
        return LongStream.rangeClosed(
                        Long.parseLong(range.substring(0, dots)), Long.parseLong(range.substring(dots + 2)))
                .boxed()
                .toList();
    }

    private Scenario scenario() throws IOException, ScenarioException {
        String name = "/dev/gridlock/scenarios/stalled-catalog/scenario.yaml";
        try (var file = Objects.requireNonNull(StalledCatalogTest.class.getResourceAsStream(name), name)) {
            return new ScenarioReader(List.of(KnownSystem.of(fleet)))
                    .parse(
                            ScenarioSource.of(Path.of("stalled-catalog.yaml")),
                            new String(file.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
