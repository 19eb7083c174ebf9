package dev.gridlock.benchmarks;

import dev.gridlock.simulator.ScheduleExplorer;
import dev.gridlock.simulator.SimulationOptions;
import java.util.List;

/**
 * Prints how many schedules of {@link LockExperiment#small} a second are explored, for each lock.
 *
 * <p>Arguments: number of schedules in a round (default 20000) and number of rounds (default 5); the first rounds warm up.
 */
public final class ScheduleRate {
    private ScheduleRate() {}

    public static void main(String[] arguments) {
        long schedules = arguments.length > 0 ? Long.parseLong(arguments[0]) : 20_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        SimulationOptions options =
                SimulationOptions.of(0).withMaxSteps(100_000).withSchedulingPoints(List.of("dev.gridlock.proxy.lock."));
        for (int round = 1; round <= rounds; round++) {
            for (String name : List.of("parking-lot-0.12.3", "parking-lot-0.12.5")) {
                long started = System.nanoTime();
                ScheduleExplorer.Exploration explored = ScheduleExplorer.explore(
                        options, 1, schedules, LockExperiment.small(() -> LockExperiment.withoutSpinning(name)));
                double seconds = (System.nanoTime() - started) / 1e9;
                System.out.printf(
                        "round %d  %-20s %8.0f schedules/s  %9.0f steps/s  %5.1f steps a schedule  %s first seeds %s%n",
                        round,
                        name,
                        schedules / seconds,
                        explored.steps() / seconds,
                        (double) explored.steps() / schedules,
                        explored.problems(),
                        explored.firstSeeds());
            }
        }
    }
}
