package dev.gridlock.cli;

import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.report.ResultJson;
import dev.gridlock.engine.report.RunTable;
import dev.gridlock.engine.report.RunText;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.run.SearchResult;
import dev.gridlock.engine.scenario.NearestName;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.ScenarioException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gridlock run}: runs a scenario, or searches it for the seeds that reproduce. */
@Command(
        name = "run",
        description = {
            "Runs a scenario, in the simulator unless --backend says otherwise.",
            "",
            "Without --variant, --seed or --seeds it searches: each variant runs with seeds 1, 2, ... until it shows what"
                    + " it is known to show, and exit code 0 says that all did.",
            "With any of them it makes the runs asked for (all variants unless --variant says which, seed 1 unless told"
                    + " otherwise), and exit code 1 says that something was found."
        },
        footer = {
            "",
            "Exit codes: 0 as expected, 1 a finding, 2 bad input, 3 inconclusive or a failure of the environment.",
            "",
            "Examples:",
            "  gridlock run warsaw",
            "  gridlock run warsaw --variant parking-lot-0.12.3 --seed 7 --json",
            "  gridlock run warsaw --variant parking-lot-0.12.5 --seeds 1..20",
            "  gridlock run warsaw --seed 3 --set workload.0.rate=500/s --set duration=5s",
            "  gridlock run warsaw --variant parking-lot-0.12.3 --seed 7 --trace one.trace",
            "  gridlock run warsaw --backend processes --variant parking-lot-0.12.5 --seed 1",
            "  gridlock run my-scenario.yaml"
        })
final class RunCommand implements Callable<Integer> {

    private final Engine engine;
    private final Library library;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "SCENARIO", description = "A name from 'gridlock list', or the path of a scenario file.")
    private String scenarioName = "";

    @Option(names = "--variant", paramLabel = "V", description = "Run this variant only.")
    private @Nullable String variant;

    @Option(names = "--seed", paramLabel = "N", description = "Run with this seed, 0 or more.")
    private @Nullable Long seed;

    @Option(names = "--seeds", paramLabel = "A..B", description = "Run with each seed from A to B.")
    private @Nullable String seeds;

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Change a value of the scenario; may be given more than once.")
    private List<String> overrides = List.of();

    @Option(
            names = "--backend",
            paramLabel = "B",
            description = "Where to run: simulator (the default), processes (JVMs of this"
                    + " machine) or containers (of its Docker engine), in real time.")
    private String backendName = BackendName.SIMULATOR.toString();

    @Option(
            names = "--json",
            description = "Print one JSON document on standard output, and progress on standard error.")
    private boolean json;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Write every event of the run to FILE; for one variant and one seed. See trace-diff.")
    private @Nullable Path trace;

    RunCommand(Engine engine, Library library) {
        this.engine = engine;
        this.library = library;
    }

    @Override
    public Integer call() throws IOException, ScenarioException {
        var range = range();
        if (trace != null && (variant == null || seed == null)) {
            throw new BadInputException(
                    "found --trace without one run to trace, expected --variant and --seed with it");
        }
        var backend = BackendName.parse(backendName);
        if (trace != null && backend != BackendName.SIMULATOR) {
            throw new BadInputException("found --trace with --backend " + backend
                    + ", expected it with the simulator, which alone has traces");
        }
        var scenario = library.read(scenarioName, overrides, backend);
        var variants = variants(scenario);
        var verdict = range.isEmpty() && variant == null
                ? search(scenario)
                : runs(scenario, variants, range.orElse(SeedRange.of(1)));
        return verdict.exitCode();
    }

    private Optional<SeedRange> range() {
        if (seed != null && seeds != null) {
            throw new BadInputException("found both --seed and --seeds, expected one of them");
        }
        if (seed != null && seed < 0) {
            throw new BadInputException("found --seed " + seed + ", expected a seed of 0 or more");
        }
        return Optional.ofNullable(seed)
                .map(SeedRange::of)
                .or(() -> Optional.ofNullable(seeds).map(SeedRange::parse));
    }

    private List<String> variants(Scenario scenario) {
        var names = List.copyOf(scenario.variants().keySet());
        if (variant == null) {
            return names;
        }
        if (!names.contains(variant)) {
            throw new BadInputException("found no variant '" + variant + "' in scenario " + scenario.name()
                    + ", expected one of " + String.join(", ", names)
                    + NearestName.of(variant, names)
                            .map(name -> "; did you mean '" + name + "'?")
                            .orElse(""));
        }
        return List.of(variant);
    }

    private Verdict search(Scenario scenario) throws IOException {
        SearchResult result;
        try (var progress = new ConsoleProgress(progressOut(), true)) {
            result = engine.search(scenario, progress);
        }
        if (json) {
            ResultJson.write(result.runs(), result.verdict(), out());
        } else {
            out().println();
            out().print(RunTable.of(result));
            SearchStory.of(scenario, result).ifPresent(story -> out().print("\n" + story));
            out().flush();
        }
        return result.verdict();
    }

    private Verdict runs(Scenario scenario, List<String> variants, SeedRange range) throws IOException {
        var results = new ArrayList<RunResult>();
        boolean several = variants.size() * range.count() > 1;
        try (var progress = new ConsoleProgress(progressOut(), several)) {
            for (var name : variants) {
                range.seeds()
                        .forEach(number ->
                                results.add(engine.run(scenario, name, number, Optional.ofNullable(trace), progress)));
            }
        }
        var verdict = results.stream().map(RunResult::verdict).reduce(Verdict.PASS, Verdict::and);
        if (json) {
            ResultJson.write(results, verdict, out());
        } else {
            print(results, several);
        }
        return verdict;
    }

    private void print(List<RunResult> results, boolean several) {
        out().println();
        if (several) {
            out().print(RunTable.of(results));
            // Of many runs the first that went wrong is told; the table has the seeds of the others.
            results.stream()
                    .filter(result -> result.verdict() != Verdict.PASS)
                    .findFirst()
                    .ifPresent(result -> out().print("\n" + RunText.of(result)));
        } else {
            results.forEach(result -> out().print(RunText.of(result)));
        }
        out().flush();
    }

    /** Options and progress; they leave standard output to the document when there is one. */
    private PrintWriter progressOut() {
        return json ? commandLine().getErr() : out();
    }

    private PrintWriter out() {
        return commandLine().getOut();
    }

    private CommandLine commandLine() {
        if (spec == null) {
            throw new IllegalStateException("the command was not made by picocli");
        }
        return spec.commandLine();
    }
}
