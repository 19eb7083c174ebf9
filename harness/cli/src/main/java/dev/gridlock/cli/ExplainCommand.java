package dev.gridlock.cli;

import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.scenario.language.ScenarioText;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gridlock explain}: what a scenario will do, in words. */
@Command(
        name = "explain",
        description = "Checks a scenario and says in words what a run of it will do.",
        footer = {
            "",
            "Examples:",
            "  gridlock explain warsaw",
            "  gridlock explain my-scenario.yaml --set topology.regions.waw.proxies=3"
        })
final class ExplainCommand implements Callable<Integer> {

    private final Engine engine;
    private final Library library;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "SCENARIO", description = "A name from 'gridlock list', or the path of a scenario file.")
    private String scenarioName = "";

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Change a value of the scenario; may be given more than once.")
    private List<String> overrides = List.of();

    @Option(
            names = "--backend",
            paramLabel = "B",
            description = "Explain what runs there: simulator (the default) or processes.")
    private String backendName = BackendName.SIMULATOR.toString();

    ExplainCommand(Engine engine, Library library) {
        this.engine = engine;
        this.library = library;
    }

    @Override
    public Integer call() throws ScenarioException {
        if (spec == null) {
            throw new IllegalStateException("the command was not made by picocli");
        }
        var scenario = library.read(scenarioName, overrides, BackendName.parse(backendName));
        spec.commandLine().getOut().print(ScenarioText.explain(scenario, engine.systems()));
        return 0;
    }
}
