package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.ScheduleExplorer;
import dev.gridlock.simulator.ScheduleExplorer.Exploration;
import dev.gridlock.simulator.ScheduleExplorer.Trial;
import dev.gridlock.simulator.SimulationOptions;
import dev.gridlock.simulator.explored.Counters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Thousands of schedules of a few threads. */
@SuppressWarnings("WaitNotInLoop") // nobody notifies
class ScheduleExplorerTest {
    private static final int THREADS = 2;
    private static final int ROUNDS = 1;
    private static final SimulationOptions OPTIONS = SimulationOptions.of(0)
            .withMaxSteps(20_000)
            .withSchedulingPoints(List.of("dev.gridlock.simulator.explored"));

    private static volatile boolean stop;

    private record Experiment(List<Program> threads, Supplier<@Nullable String> verdict) implements Trial {
        @Override
        public @Nullable String judge(int stuck, List<Throwable> exceptions) {
            if (!exceptions.isEmpty()) {
                return exceptions.getFirst().toString();
            }
            return stuck > 0 ? stuck + " stuck" : verdict.get();
        }
    }

    private static Trial count(Consumer<Counters> add, ToIntFunction<Counters> value) {
        Counters counters = new Counters();
        Program program = () -> {
            for (int i = 0; i < ROUNDS; i++) {
                add.accept(counters);
            }
        };
        return new Experiment(
                Collections.nCopies(THREADS, program),
                () -> value.applyAsInt(counters) == THREADS * ROUNDS ? null : "lost update");
    }

    private static Exploration explore(long count, ScheduleExplorer.Experiment experiment) {
        return ScheduleExplorer.explore(OPTIONS, 1, count, experiment);
    }

    @Test
    void aPlantedRaceIsFoundAndTheFixedClassIsClean() {
        Exploration racing = explore(300, seed -> count(Counters::lose, Counters::atomic));
        assertThat(racing.schedules()).isEqualTo(300);
        assertThat(racing.problems().get("lost update")).isBetween(30L, 299L);
        Exploration fixed = explore(1000, seed -> count(Counters::keep, Counters::atomic));
        assertThat(fixed.problems()).isEmpty();
        assertThat(fixed.firstSeed("lost update")).isEmpty();
    }

    @Test
    void volatileFieldsAndVarHandlesAreSchedulingPointsToo() {
        assertThat(explore(300, seed -> count(Counters::loseVolatile, Counters::racing))
                        .problems())
                .containsOnlyKeys("lost update");
        assertThat(explore(300, seed -> count(Counters::loseHandled, Counters::handled))
                        .problems())
                .containsOnlyKeys("lost update");
        assertThat(explore(300, seed -> count(Counters::keepHandled, Counters::handled))
                        .problems())
                .isEmpty();
    }

    @Test
    void plainAccessesAreNone() {
        assertThat(explore(300, seed -> count(Counters::plain, Counters::plainValue))
                        .problems())
                .isEmpty();
    }

    @Test
    void aSeedDoesTheSameAloneAndAmongOthers() {
        List<Long> values = new ArrayList<>();
        ScheduleExplorer.Experiment recording = seed -> {
            Counters counters = new Counters();
            Program program = () -> {
                for (int i = 0; i < ROUNDS; i++) {
                    counters.lose();
                }
            };
            return new Experiment(Collections.nCopies(THREADS, program), () -> {
                values.add((long) counters.atomic());
                return null;
            });
        };
        explore(100, recording);
        List<Long> among = List.copyOf(values);
        values.clear();
        for (long seed = 1; seed <= 100; seed++) {
            ScheduleExplorer.explore(OPTIONS, seed, 1, recording);
        }
        assertThat(values).isEqualTo(among);
        assertThat(among).contains(1L, 2L).containsOnly(1L, 2L);

        Exploration exploration = explore(100, seed -> count(Counters::lose, Counters::atomic));
        long first = exploration.firstSeed("lost update").orElseThrow();
        assertThat(among.subList(0, (int) first - 1)).containsOnly(2L);
        assertThat(among.get((int) first - 1)).isEqualTo(1);
    }

    @Test
    void threadsThatWaitForEverAreCountedAndForgotten() {
        Exploration exploration = explore(50, seed -> {
            Object monitor = new Object();
            List<Program> threads = List.of(
                    () -> new CountDownLatch(1).await(),
                    () -> {
                        synchronized (monitor) {
                            monitor.wait();
                        }
                    },
                    () -> Thread.sleep(10));
            return new Experiment(threads, () -> null);
        });
        assertThat(exploration.problems()).containsOnlyKeys("2 stuck").containsValue(50L);
    }

    @Test
    void aScheduleThatDoesNotEndReachesTheStepLimit() {
        Exploration exploration = ScheduleExplorer.explore(
                OPTIONS.withMaxSteps(500),
                1,
                5,
                seed -> new Experiment(
                        Collections.nCopies(2, () -> {
                            while (!stop) {
                                Thread.onSpinWait();
                            }
                        }),
                        () -> null));
        assertThat(exploration.problems()).containsOnlyKeys("step limit").containsValue(5L);
        assertThat(exploration.steps()).isEqualTo(2500);
    }

    @Test
    void aViolationAfterAStepEndsTheScheduleThere() {
        int[] steps = new int[1];
        Exploration exploration = explore(10, seed -> {
            Counters counters = new Counters();
            return new Trial() {
                @Override
                public List<Program> threads() {
                    return List.of(() -> {
                        for (int i = 0; i < 100; i++) {
                            counters.keep();
                        }
                    });
                }

                @Override
                public @Nullable String afterStep() {
                    steps[0]++;
                    return counters.atomic() >= 5 ? "five" : null;
                }

                @Override
                public String judge(int stuck, List<Throwable> exceptions) {
                    return "never asked";
                }
            };
        });
        assertThat(exploration.problems()).containsOnlyKeys("five").containsValue(10L);
        assertThat(steps[0]).isPositive();
    }

    @Test
    void exceptionsOfThreadsAreHandedToTheJudge() {
        Exploration exploration = explore(
                3,
                seed -> new Experiment(
                        List.of(() -> {
                            throw new IllegalStateException("seed " + seed);
                        }),
                        () -> null));
        assertThat(exploration.problems())
                .containsOnlyKeys(
                        "java.lang.IllegalStateException: seed 1",
                        "java.lang.IllegalStateException: seed 2",
                        "java.lang.IllegalStateException: seed 3");
    }

    @Test
    void aLeakAndAStepThatHangsAreErrors() throws InterruptedException {
        assertThatThrownBy(() ->
                        explore(2, seed -> new Experiment(List.of(() -> new DatagramLike().open()), () -> null)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be simulated");
        stop = false;
        try {
            assertThatThrownBy(() -> ScheduleExplorer.explore(
                            OPTIONS.withMaxStepWall(Duration.ofMillis(200)),
                            1,
                            2,
                            seed -> new Experiment(List.of(ScheduleExplorerTest::hang), () -> null)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("does not come back")
                    .hasMessageContaining("ScheduleExplorerTest.hang");
        } finally {
            stop = true;
            Thread.sleep(50);
            stop = false;
        }
    }

    private static void hang() {
        while (!stop) {
            // Nothing here gives the processor away.
        }
    }

    private static final class DatagramLike {
        void open() throws java.io.IOException {
            new java.net.DatagramSocket().close();
        }
    }

    private static Trial excluded(Lock lock) {
        int[] inside = new int[1];
        int[] total = new int[1];
        Program program = () -> {
            for (int i = 0; i < 3; i++) {
                lock.lock();
                try {
                    if (++inside[0] != 1) {
                        throw new IllegalStateException("two inside");
                    }
                    Thread.sleep(0, 1000);
                    total[0]++;
                    inside[0]--;
                } finally {
                    lock.unlock();
                }
            }
        };
        return new Experiment(Collections.nCopies(3, program), () -> total[0] == 9 ? null : "lost");
    }

    @Test
    void theLocksOfTheJdkThemselvesCanBeExplored() {
        SimulationOptions locks = OPTIONS.withSchedulingPoints(List.of("java.util.concurrent.locks"));
        List<Supplier<Lock>> kinds = List.of(
                ReentrantLock::new,
                () -> new ReentrantLock(true),
                () -> new ReentrantReadWriteLock().writeLock(),
                () -> new StampedLock().asWriteLock());
        for (Supplier<Lock> kind : kinds) {
            Exploration with = ScheduleExplorer.explore(locks, 1, 150, seed -> excluded(kind.get()));
            Exploration without = ScheduleExplorer.explore(OPTIONS, 1, 150, seed -> excluded(kind.get()));
            assertThat(with.problems()).isEmpty();
            assertThat(without.problems()).isEmpty();
            assertThat(with.steps()).isGreaterThan(2 * without.steps());
        }
    }
}
