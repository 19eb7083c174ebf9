package dev.gridlock.cli;

import dev.gridlock.engine.run.Progress;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.run.SearchResult;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.language.KnownSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the command asks of the engine. Methods may throw {@link dev.gridlock.engine.run.UnusableScenarioException} for
 * a scenario that cannot be run, and {@link dev.gridlock.engine.sut.EnvironmentException} when this machine cannot run
 * any.
 */
interface Engine {

    /** The systems that scenarios may use, and their settings. */
    List<KnownSystem> systems();

    /**
     * Makes one run on the backend that the scenario was read for.
     *
     * @param trace file to write the run's trace to, if any; for the simulator
     */
    RunResult run(Scenario scenario, String variant, long seed, Optional<Path> trace, Progress progress);

    /**
     * Searches seeds until every variant has shown what it is known to show, on the backend that the scenario was read for.
     */
    SearchResult search(Scenario scenario, Progress progress);
}
