package dev.gridlock.simulator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs a few threads against one another under many seeds, thousands of times a second.
 *
 * <p>All schedules share one process; each starts at instant zero with its own stream of random numbers, so a seed found here does the same
 * again, alone or among others. Threads that a schedule leaves waiting are forgotten.
 */
public final class ScheduleExplorer {
    private static final int CPUS = 8;

    private ScheduleExplorer() {}

    /** Something to try under a seed. */
    @FunctionalInterface
    public interface Experiment {
        /** Returns fresh threads on fresh state; called outside of the simulation. */
        Trial begin(long seed);
    }

    /** One try. */
    public interface Trial {
        /** What each thread does, in the order in which they start. */
        List<Program> threads();

        /** Called after each step of a thread, outside of the simulation; returns a violation in words, or null to go on. */
        default @Nullable String afterStep() {
            return null;
        }

        /**
         * Called when nothing moves any more.
         *
         * @param stuck how many threads wait for something that will never come
         * @param exceptions what ended threads, in order
         * @return what is wrong, as a short phrase that is counted, or null
         */
        @Nullable
        String judge(int stuck, List<Throwable> exceptions);
    }

    /**
     * What an exploration found.
     *
     * @param schedules how many were run
     * @param steps how many steps they took
     * @param problems each problem with how often it was met
     * @param firstSeeds each problem with the seed that first showed it
     */
    public record Exploration(long schedules, long steps, Map<String, Long> problems, Map<String, Long> firstSeeds) {
        public Exploration {
            problems = Map.copyOf(problems);
            firstSeeds = Map.copyOf(firstSeeds);
        }

        public OptionalLong firstSeed(String problem) {
            Long seed = firstSeeds.get(problem);
            return seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
        }
    }

    /**
     * Explores the seeds from {@code firstSeed}, {@code count} of them.
     *
     * @param options their seed is not used; {@code maxSteps} bounds each schedule, and reaching it is the problem "step limit"
     * @throws IllegalStateException if something leaked into the simulation, or a step does not come back
     */
    public static Exploration explore(SimulationOptions options, long firstSeed, long count, Experiment experiment) {
        Map<String, Long> problems = new TreeMap<>();
        Map<String, Long> firstSeeds = new TreeMap<>();
        long[] steps = new long[1];
        try (Simulation simulation = Simulation.create(options)) {
            Node node =
                    simulation.addNode(NodeOptions.of("explorer", "10.0.0.1").withCpus(CPUS));
            RunOutcome ended = Carrier.run(simulation, () -> {
                SimulatedProcess process = new SimulatedProcess(simulation, node, 1, CPUS);
                for (long seed = firstSeed; seed < firstSeed + count; seed++) {
                    String problem = tryOne(simulation, process, seed, experiment.begin(seed));
                    steps[0] += simulation.steps();
                    if (problem != null) {
                        problems.merge(problem, 1L, Long::sum);
                        firstSeeds.putIfAbsent(problem, seed);
                    }
                }
                process.shutdown();
                return new RunOutcome.Completed(Duration.ZERO);
            });
            if (ended instanceof RunOutcome.StepStuck stuck) {
                throw new IllegalStateException("a step of a schedule does not come back: " + stuck.thread());
            }
        }
        return new Exploration(count, steps[0], problems, firstSeeds);
    }

    private static @Nullable String tryOne(Simulation simulation, SimulatedProcess process, long seed, Trial trial) {
        simulation.restart(seed);
        process.forget();
        List<Throwable> exceptions = new ArrayList<>();
        for (Program program : trial.threads()) {
            process.newThread("", () -> {
                        try {
                            program.run();
                        } catch (Throwable e) {
                            exceptions.add(e);
                        }
                    })
                    .start();
        }
        String violation = simulation.drain(trial::afterStep);
        return violation != null ? violation : trial.judge(process.liveThreadCount(), exceptions);
    }
}
