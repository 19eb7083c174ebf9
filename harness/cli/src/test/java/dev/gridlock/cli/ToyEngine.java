package dev.gridlock.cli;

import dev.gridlock.engine.finding.Evidence;
import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.run.ExpectationResult;
import dev.gridlock.engine.run.LoadSummary;
import dev.gridlock.engine.run.Measurements;
import dev.gridlock.engine.run.Progress;
import dev.gridlock.engine.run.Propagation;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.run.SearchResult;
import dev.gridlock.engine.run.VariantSearch;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.language.KnownSystem;
import dev.gridlock.engine.sut.SettingSpec;
import dev.gridlock.engine.sut.SettingType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An engine that runs nothing: the variant {@code broken} shows two findings from seed 3 on, every other shows none.
 */
class ToyEngine implements Engine {

    /** What was asked for, such as {@code storm broken 3}. */
    final List<String> asked = new ArrayList<>();

    @Override
    public List<KnownSystem> systems() {
        return List.of(new KnownSystem(
                "toy", List.of(new SettingSpec("toy.patience", new SettingType.Time(), "1s", "how long it waits"))));
    }

    @Override
    public RunResult run(Scenario scenario, String variant, long seed, Optional<Path> trace, Progress progress) {
        asked.add(scenario.name() + " " + variant + " " + seed);
        var options = new LinkedHashMap<String, String>();
        options.put("scenario", scenario.name());
        options.put("variant", variant);
        options.put("seed", Long.toString(seed));
        progress.starting(options);
        progress.advanced(Duration.ofMillis(500), Duration.ofSeconds(1));
        var findings = variant.equals("broken") && seed >= 3 ? findings() : List.<Finding>of();
        var result = new RunResult(
                scenario.name(),
                variant,
                seed,
                scenario.source().backend(),
                findings.isEmpty() ? Verdict.PASS : Verdict.FINDING,
                "00000000000000" + (10 + seed),
                Duration.ofSeconds(1),
                Duration.ofMillis(20),
                1_000,
                findings,
                List.of(new ExpectationResult("no-finding: any", findings.isEmpty(), "saw " + findings.size())),
                List.of(),
                List.of(),
                new LoadSummary(
                        new LoadSummary.Counts(10, 0, 0),
                        new LoadSummary.Counts(0, 0, 0),
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ZERO),
                new Measurements(
                        new Propagation(0, Duration.ZERO, Duration.ZERO, Duration.ZERO), Optional.empty(), List.of()),
                options,
                "./gridlock run " + scenario.source().commandArguments() + " --variant " + variant + " --seed " + seed);
        progress.ended(result);
        return result;
    }

    private static List<Finding> findings() {
        var word = Map.of("word", "0x0000000000000000", "start", "1");
        return List.of(
                new Finding(
                        FindingKind.LOST_WAKEUP,
                        "proxy-fra-1",
                        "fra",
                        Duration.ofMillis(600),
                        new Evidence(word, "somebody waits in vain")),
                new Finding(
                        FindingKind.LOST_WAKEUP,
                        "proxy-waw-1",
                        "waw",
                        Duration.ofMillis(700),
                        new Evidence(word, "somebody waits in vain")),
                new Finding(
                        FindingKind.WATCHDOG_RESTART,
                        "proxy-waw-1",
                        "waw",
                        Duration.ofMillis(800),
                        new Evidence(Map.of("start", "1", "missed", "3"), "the watchdog halted the node")));
    }

    @Override
    public SearchResult search(Scenario scenario, Progress progress) {
        var variants = new ArrayList<VariantSearch>();
        for (var variant : scenario.variants().keySet()) {
            var runs = new ArrayList<RunResult>();
            for (long seed = 1; seed <= 3; seed++) {
                runs.add(run(scenario, variant, seed, Optional.empty(), progress));
            }
            var reproducing = Optional.of(runs.getLast()).filter(run -> run.verdict() == Verdict.FINDING);
            variants.add(new VariantSearch(variant, "something", runs, reproducing, Verdict.PASS, ""));
        }
        return new SearchResult(scenario.name(), variants, Verdict.PASS);
    }
}
