package dev.gridlock.cli;

import dev.gridlock.backends.container.ContainersBackend;
import dev.gridlock.backends.process.ProcessesBackend;
import dev.gridlock.engine.backend.SimulatorBackend;
import dev.gridlock.engine.run.Progress;
import dev.gridlock.engine.run.RunOptions;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.run.ScenarioRunner;
import dev.gridlock.engine.run.SearchResult;
import dev.gridlock.engine.run.Systems;
import dev.gridlock.engine.run.WallClock;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.language.KnownSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The engine with the systems of the class path, on the backends of this project. */
final class InstalledEngine implements Engine {

    private final Systems systems = Systems.onClassPath();
    private final ScenarioRunner runner = new ScenarioRunner(systems, new WallClock());

    @Override
    public List<KnownSystem> systems() {
        return systems.ids().stream()
                .map(id -> KnownSystem.of(systems.find(id).orElseThrow()))
                .toList();
    }

    @Override
    public RunResult run(Scenario scenario, String variant, long seed, Optional<Path> trace, Progress progress) {
        return switch (BackendName.parse(scenario.source().backend())) {
            case SIMULATOR ->
                runner.run(scenario, variant, seed, new RunOptions(new SimulatorBackend(trace), progress));
            case PROCESSES -> {
                try (var backend = ProcessesBackend.open()) {
                    yield runner.run(scenario, variant, seed, new RunOptions(backend, progress));
                }
            }
            case CONTAINERS -> {
                try (var backend = ContainersBackend.open()) {
                    yield runner.run(scenario, variant, seed, new RunOptions(backend, progress));
                }
            }
        };
    }

    @Override
    public SearchResult search(Scenario scenario, Progress progress) {
        return switch (BackendName.parse(scenario.source().backend())) {
            case SIMULATOR -> runner.search(scenario, new RunOptions(new SimulatorBackend(), progress));
            case PROCESSES -> {
                try (var backend = ProcessesBackend.open()) {
                    yield runner.search(scenario, new RunOptions(backend, progress));
                }
            }
            case CONTAINERS -> {
                try (var backend = ContainersBackend.open()) {
                    yield runner.search(scenario, new RunOptions(backend, progress));
                }
            }
        };
    }
}
