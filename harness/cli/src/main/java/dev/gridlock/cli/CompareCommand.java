package dev.gridlock.cli;

import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.report.ComparisonText;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gridlock compare}: one run on several backends, side by side. */
@Command(
        name = "compare",
        description = {
            "Runs a scenario on several backends, with one variant and seed, and says where they part.",
            "What the scenario changes for a backend (its section 'backends') is changed here, too."
        },
        footer = {
            "",
            "Exit codes: 0 they agree on verdict, findings and faults, 1 they part, 2 bad input, 3 a run was inconclusive.",
            "",
            "Examples:",
            "  gridlock compare warsaw --backends simulator,processes",
            "  gridlock compare warsaw --backends simulator,containers --variant parking-lot-0.12.5 --seed 3"
        })
final class CompareCommand implements Callable<Integer> {

    private final Engine engine;
    private final Library library;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "SCENARIO", description = "A name from 'gridlock list', or the path of a scenario file.")
    private String scenarioName = "";

    @Option(
            names = "--backends",
            required = true,
            paramLabel = "B,B",
            description = "Two or more of simulator, processes, containers.")
    private String backendNames = "";

    @Option(names = "--variant", paramLabel = "V", description = "The variant; the first of the scenario unless told.")
    private @Nullable String variant;

    @Option(names = "--seed", paramLabel = "N", description = "The seed, 0 or more; 1 unless told.")
    private long seed = 1;

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Change a value of the scenario; may be given more than once.")
    private List<String> overrides = List.of();

    CompareCommand(Engine engine, Library library) {
        this.engine = engine;
        this.library = library;
    }

    @Override
    public Integer call() throws ScenarioException {
        if (spec == null) {
            throw new IllegalStateException("the command was not made by picocli");
        }
        if (seed < 0) {
            throw new BadInputException("found --seed " + seed + ", expected a seed of 0 or more");
        }
        var out = spec.commandLine().getOut();
        var results = new ArrayList<RunResult>();
        for (var backend : backends()) {
            var scenario = library.read(scenarioName, overrides, backend);
            var chosen =
                    variant == null ? scenario.variants().keySet().iterator().next() : variant;
            try (var progress = new ConsoleProgress(spec.commandLine().getErr(), true)) {
                results.add(engine.run(scenario, chosen, seed, Optional.empty(), progress));
            }
            if (!scenario.note().isEmpty()) {
                out.println("On " + backend + ": " + scenario.note());
            }
        }
        out.println();
        out.println(results.getFirst().scenario() + ": " + results.getFirst().variant() + ", seed " + seed);
        out.println();
        out.print(ComparisonText.of(results));
        out.flush();
        boolean inconclusive = results.stream().anyMatch(run -> run.verdict() == Verdict.INCONCLUSIVE);
        return (inconclusive ? Verdict.INCONCLUSIVE : ComparisonText.part(results) ? Verdict.FINDING : Verdict.PASS)
                .exitCode();
    }

    private List<BackendName> backends() {
        var backends = new LinkedHashSet<BackendName>();
        Arrays.stream(backendNames.split(",", -1)).map(BackendName::parse).forEach(backends::add);
        if (backends.size() < 2) {
            throw new BadInputException("found --backends '" + backendNames + "', expected two different ones or more");
        }
        return List.copyOf(backends);
    }
}
