package dev.gridlock.engine.backend;

import dev.gridlock.engine.fault.FaultKind;
import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.run.Backend;
import dev.gridlock.engine.run.BackendOutcome;
import dev.gridlock.engine.run.Director;
import dev.gridlock.engine.run.RunPlan;
import dev.gridlock.engine.sut.AddressScheme;
import dev.gridlock.engine.sut.EnvironmentException;
import dev.gridlock.simulator.CpuModel;
import dev.gridlock.simulator.RunOutcome;
import dev.gridlock.simulator.Simulation;
import dev.gridlock.simulator.SimulationOptions;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs a system in the simulator: virtual time, every choice drawn from the seed, the same trace hash each time. One run
 * at a time in a JVM.
 */
public final class SimulatorBackend implements Backend {

    private static final CpuModel CPU = CpuModel.defaults();

    private final Optional<Path> trace;

    /** Runs without writing traces. */
    public SimulatorBackend() {
        this(Optional.empty());
    }

    /** @param trace file that the trace of each run is written to, in place of what was there */
    public SimulatorBackend(Optional<Path> trace) {
        this.trace = trace;
    }

    @Override
    public String name() {
        return "simulator";
    }

    @Override
    public Set<FaultKind> faults() {
        return SimulatedFaults.kinds();
    }

    @Override
    public AddressScheme addresses() {
        return AddressScheme.PRIVATE;
    }

    @Override
    public Map<String, String> drawnOptions(RunPlan plan) {
        var options = new LinkedHashMap<String, String>();
        options.put(
                "steps",
                CPU.minStepNanos() + " to " + CPU.maxStepNanos() + " ns each, " + CPU.preemptionsPerMillion()
                        + " in a million preempted for up to " + CPU.maxPreemptionNanos() + " ns");
        options.put(
                "scheduling points",
                plan.schedulingPoints().isEmpty() ? "none" : String.join(", ", plan.schedulingPoints()));
        return options;
    }

    @Override
    public BackendOutcome execute(RunPlan plan, Director director, HistoryRecorder history) {
        var options = SimulationOptions.of(plan.streams().seedOf("simulator"))
                .withSchedulingPoints(plan.schedulingPoints())
                .withCpu(CPU);
        if (trace.isPresent()) {
            options = options.withTrace(trace.get());
        }
        try (var directories = NodeDirectories.create(plan.name(), plan.nodes(), (node, listener) -> listener);
                var simulation = create(options)) {
            var stage = new SimulatedStage(simulation, plan, directories, history);
            stage.open(director);
            var outcome = simulation.run(plan.limit());
            return new BackendOutcome(
                    stage.problem().or(() -> problem(outcome, stage, plan)),
                    String.format("%016x", simulation.traceHash()),
                    simulation.now(),
                    simulation.steps());
        }
    }

    private static Simulation create(SimulationOptions options) {
        try {
            return Simulation.create(options);
        } catch (IllegalStateException notPossibleHere) {
            throw new EnvironmentException(
                    "the simulator cannot run in this JVM: " + notPossibleHere.getMessage(), notPossibleHere);
        } catch (UncheckedIOException notWritable) {
            throw new EnvironmentException(notWritable.getMessage() + " (" + notWritable.getCause() + ")", notWritable);
        }
    }

    private static Optional<String> problem(RunOutcome outcome, SimulatedStage stage, RunPlan plan) {
        return switch (outcome) {
            case RunOutcome.Stopped stopped -> Optional.empty();
            case RunOutcome.Completed completed when stage.isDirected() -> Optional.empty();
            case RunOutcome.Completed completed ->
                Optional.of("the run did not end within " + plan.limit().toSeconds() + " simulated seconds");
            case RunOutcome.Deadlocked deadlocked ->
                Optional.of(
                        "nothing can happen any more, and these threads wait for each other: " + deadlocked.threads());
            case RunOutcome.StepLimitReached limit ->
                Optional.of("the run took more than " + limit.steps() + " steps, most likely threads that spin");
            case RunOutcome.StepStuck stuck -> Optional.of("a step did not come back: " + stuck.thread());
            case RunOutcome.Leaked leaked ->
                Optional.of("something reached out of the simulation: " + leaked.message() + " "
                        + leaked.stack().stream().limit(8).toList());
        };
    }
}
