package dev.gridlock.simulator;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a simulation is to be run.
 *
 * @param seed decides every choice that is not the program's
 * @param maxSteps after how many steps a run ends as {@link RunOutcome.StepLimitReached}; at least 1
 * @param maxStepWall how long one step may take on the machine's own clock before the run ends as {@link RunOutcome.StepStuck}
 * @param epoch wall time of the nodes at the start
 * @param schedulingPoints prefixes of the names of classes in which threads may be switched before each atomic access
 * @param cpu costs of steps
 * @param trace file to write the trace to, if any
 */
public record SimulationOptions(
        long seed,
        long maxSteps,
        Duration maxStepWall,
        Instant epoch,
        List<String> schedulingPoints,
        CpuModel cpu,
        Optional<Path> trace) {
    public SimulationOptions {
        if (maxSteps < 1) {
            throw new IllegalArgumentException("maxSteps is " + maxSteps + ", expected at least 1");
        }
        if (maxStepWall.isNegative() || maxStepWall.isZero()) {
            throw new IllegalArgumentException("maxStepWall is " + maxStepWall + ", expected more than nothing");
        }
        schedulingPoints = List.copyOf(schedulingPoints);
    }

    /** One billion steps, ten seconds a step, 2026-01-01T00:00:00Z, no scheduling points, the default processor, no trace file. */
    public static SimulationOptions of(long seed) {
        return new SimulationOptions(
                seed,
                1_000_000_000L,
                Duration.ofSeconds(10),
                Instant.parse("2026-01-01T00:00:00Z"),
                List.of(),
                CpuModel.defaults(),
                Optional.empty());
    }

    public SimulationOptions withMaxSteps(long steps) {
        return new SimulationOptions(seed, steps, maxStepWall, epoch, schedulingPoints, cpu, trace);
    }

    public SimulationOptions withMaxStepWall(Duration wall) {
        return new SimulationOptions(seed, maxSteps, wall, epoch, schedulingPoints, cpu, trace);
    }

    public SimulationOptions withSchedulingPoints(List<String> prefixes) {
        return new SimulationOptions(seed, maxSteps, maxStepWall, epoch, prefixes, cpu, trace);
    }

    public SimulationOptions withCpu(CpuModel model) {
        return new SimulationOptions(seed, maxSteps, maxStepWall, epoch, schedulingPoints, model, trace);
    }

    public SimulationOptions withTrace(Path file) {
        return new SimulationOptions(seed, maxSteps, maxStepWall, epoch, schedulingPoints, cpu, Optional.of(file));
    }
}
