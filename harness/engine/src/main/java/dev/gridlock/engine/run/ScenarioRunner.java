package dev.gridlock.engine.run;

import dev.gridlock.engine.detect.Detection;
import dev.gridlock.engine.detect.Expected;
import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.history.Observation;
import dev.gridlock.engine.history.Operation;
import dev.gridlock.engine.history.Outcome;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.Workload;
import dev.gridlock.engine.sut.SystemUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Runs scenarios. One instance serves many runs, one at a time. */
public final class ScenarioRunner {

    private final Systems systems;
    private final WallClock wallClock;

    /** A runner for these systems. */
    public ScenarioRunner(Systems systems, WallClock wallClock) {
        this.systems = systems;
        this.wallClock = wallClock;
    }

    /**
     * Makes one run.
     *
     * @param variant name of a variant of the scenario
     * @param seed any number; the same seed gives the same run where the backend is repeatable
     * @throws UnusableScenarioException when the scenario asks for a system, setting, variant or fault that there is not
     * @throws dev.gridlock.engine.sut.EnvironmentException when this machine cannot carry out the run
     */
    public RunResult run(Scenario scenario, String variant, long seed, RunOptions options) {
        var system = system(scenario);
        var preparation = Preparation.of(scenario, variant, seed, system, options.backend());
        options.progress().starting(preparation.options());
        systems.prepare(system);
        long mark = wallClock.mark();
        var history = new HistoryRecorder();
        var director = new ScenarioDirector(preparation, history, options.progress());
        var outcome = options.backend().execute(preparation.plan(), director, history);
        var result = conclude(preparation, director, outcome, history.observations(), mark, options);
        options.progress().ended(result);
        return result;
    }

    /**
     * Searches seeds from 1 for those that show what each variant is known to show, and checks that the other variants
     * show nothing over as many seeds. The rules are those of {@link SeedSearch}.
     *
     * @throws UnusableScenarioException as {@link #run}
     * @throws dev.gridlock.engine.sut.EnvironmentException as {@link #run}
     */
    public SearchResult search(Scenario scenario, RunOptions options) {
        return new SeedSearch(scenario, (variant, seed) -> run(scenario, variant, seed, options)).search();
    }

    private SystemUnderTest system(Scenario scenario) {
        var id = scenario.system().use();
        return systems.find(id)
                .orElseThrow(() -> new UnusableScenarioException("scenario " + scenario.name() + " uses system \"" + id
                        + "\", expected one of " + String.join(", ", systems.ids())));
    }

    private RunResult conclude(
            Preparation run,
            ScenarioDirector director,
            BackendOutcome outcome,
            List<Observation> seen,
            long mark,
            RunOptions options) {
        var observations = new ArrayList<>(seen);
        observations.addAll(withoutOutcome(run, director, seen, outcome.simulated()));
        var operations = observations.stream()
                .filter(Operation.class::isInstance)
                .map(Operation.class::cast)
                .toList();
        var load = LoadSummary.of(operations);
        var expected = new Expected(
                run.hasWorkload(Workload.Requests.class),
                run.hasWorkload(Workload.UpdateStorm.class) || run.hasWorkload(Workload.NewApplications.class));
        var detection = Detection.in(observations, run.nodes(), expected, director.loadStart());
        var missing = new ArrayList<String>();
        outcome.problem().ifPresent(missing::add);
        director.problem().ifPresent(missing::add);
        missing.addAll(detection.missing());
        var faults = FaultOutcome.in(observations, director.loadStart());
        faults.forEach(fault -> missing.addAll(fault.missing()));
        var expectations = Expectations.evaluate(
                run.scenario().expectations(), detection.findings(), load, director.convergedAfter());
        return new RunResult(
                run.scenario().name(),
                run.variant(),
                run.plan().streams().seed(),
                options.backend().name(),
                RunResult.verdictOf(detection.findings(), expectations, missing),
                outcome.traceHash(),
                outcome.simulated(),
                wallClock.since(mark),
                outcome.steps(),
                detection.findings(),
                expectations,
                faults,
                missing,
                load,
                Measurements.in(observations, operations, faults, director.loadStart(), director.convergedAfter()),
                run.options(),
                repeatCommand(run));
    }

    /** Operations that were due and whose end nobody saw count as indeterminate, so that none is forgotten. */
    private static List<Operation> withoutOutcome(
            Preparation run, ScenarioDirector director, List<Observation> seen, Duration end) {
        var ended = new HashSet<String>();
        for (var observation : seen) {
            if (observation instanceof Operation operation) {
                ended.add(operation.kind() + operation.region() + operation.id());
            }
        }
        var open = new ArrayList<Operation>();
        var start = director.loadStart();
        run.load().byRegion().forEach((region, operations) -> {
            for (var operation : operations) {
                var due = start.plus(operation.intended());
                if (due.compareTo(end) <= 0 && !ended.contains(operation.kind() + region + operation.id())) {
                    open.add(new Operation(
                            operation.kind(),
                            operation.id(),
                            region,
                            operation.call().node(),
                            operation.datum(),
                            due,
                            due,
                            end,
                            Outcome.INDETERMINATE,
                            "no outcome by the end of the run"));
                }
            }
        });
        return open;
    }

    private static String repeatCommand(Preparation run) {
        return "./gridlock run " + run.scenario().source().commandArguments() + " --variant " + run.variant()
                + " --seed " + run.plan().streams().seed();
    }
}
