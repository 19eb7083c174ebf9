package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.RunOutcome;
import dev.gridlock.simulator.SimulationOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Programs that never come to rest. */
@SuppressWarnings("ThreadPriorityCheck") // programs that rely on yields are what is tested
class RunawayTest {
    private static final Duration LONG = Duration.ofHours(1);

    /** Plain: nobody but {@link #aLoopWithoutASchedulingPointIsReportedAsStuck} changes it, from outside. */
    private static volatile boolean stop;

    private static RunOutcome limited(Program program) {
        try (World world = new World(SimulationOptions.of(1).withMaxSteps(20_000))) {
            world.node("waw").start(program);
            return world.run(LONG);
        }
    }

    private static void inTwoThreads(Runnable loop) {
        new Thread(loop).start();
        new Thread(loop).start();
    }

    @Test
    void threadsThatSpinOnOneAnotherReachTheStepLimit() {
        assertThat(limited(() -> inTwoThreads(() -> {
                    while (!stop) {
                        Thread.yield();
                    }
                })))
                .isInstanceOfSatisfying(RunOutcome.StepLimitReached.class, reached -> {
                    assertThat(reached.steps()).isEqualTo(20_000);
                    assertThat(reached.at()).isLessThan(Duration.ofSeconds(1));
                });
        assertThat(limited(() -> inTwoThreads(() -> {
                    while (!stop) {
                        Thread.onSpinWait();
                    }
                })))
                .isInstanceOf(RunOutcome.StepLimitReached.class);
        assertThat(limited(() -> inTwoThreads(() -> {
                    while (System.nanoTime() > 0) {
                        assertThat(stop).isFalse();
                    }
                })))
                .isInstanceOf(RunOutcome.StepLimitReached.class);
        assertThat(limited(() -> {
                    while (!stop) {
                        Thread.sleep(Duration.ofNanos(1));
                    }
                }))
                .isInstanceOf(RunOutcome.StepLimitReached.class);
    }

    @Test
    void aLoopThatPollsAClockEndsWithTheRun() {
        try (World world = new World()) {
            world.node("waw").start(() -> {
                while (System.currentTimeMillis() > 0) {
                    assertThat(stop).isFalse();
                }
            });
            assertThat(world.run(Duration.ofMillis(20))).isEqualTo(new RunOutcome.Completed(Duration.ofMillis(20)));
        }
    }

    @Test
    void aLoopWithoutASchedulingPointIsReportedAsStuck() throws InterruptedException {
        stop = false;
        try (World world = new World(SimulationOptions.of(1).withMaxStepWall(Duration.ofMillis(200)))) {
            world.node("waw").start(() -> new Thread(RunawayTest::spin, "spinner").start());
            RunOutcome outcome = world.run(LONG);
            assertThat(outcome).isInstanceOfSatisfying(RunOutcome.StepStuck.class, stuck -> {
                assertThat(stuck.thread().node()).isEqualTo("waw");
                assertThat(stuck.thread().thread()).isEqualTo("spinner");
                assertThat(stuck.thread().toString()).contains("RunawayTest.spin");
            });
        } finally {
            stop = true;
            Thread.sleep(50);
            stop = false;
        }
    }

    private static void spin() {
        while (!stop) {
            // Nothing here gives the processor away.
        }
    }

    @Test
    void aRunIsEndedByAnActionAndGoesOnLater() {
        try (World world = new World()) {
            world.node("waw").start(() -> {
                for (int i = 1; i <= 3; i++) {
                    Thread.sleep(1000);
                    System.out.println(i);
                }
            });
            world.at(Duration.ofMillis(1500), () -> world.simulation().stop());
            assertThat(world.run(LONG)).isEqualTo(new RunOutcome.Stopped(Duration.ofMillis(1500)));
            assertThat(world.output("waw")).containsExactly("1");
            assertThatThrownBy(() -> world.at(Duration.ofMillis(1400), () -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has passed");
            assertThat(world.run(Duration.ofMillis(2500))).isEqualTo(new RunOutcome.Completed(Duration.ofMillis(2500)));
            assertThat(world.output("waw")).containsExactly("1", "2");
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("1", "2", "3");
        }
    }

    @Test
    void anExceptionOfAnActionEndsTheRunAndIsThrown() {
        try (World world = new World()) {
            world.node("waw").start(() -> Thread.sleep(5000));
            world.at(Duration.ofSeconds(1), () -> {
                throw new IllegalStateException("in an action");
            });
            assertThatThrownBy(() -> world.run(LONG))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("in an action");
        }
    }

    @Test
    void oneSimulationRunsAtATimeAndOnAPlatformThread() throws InterruptedException {
        try (World world = new World();
                World other = new World()) {
            Throwable[] seen = new Throwable[2];
            world.at(Duration.ofSeconds(1), () -> {
                try {
                    other.run(LONG);
                } catch (IllegalStateException e) {
                    seen[0] = e;
                }
            });
            world.run(LONG);
            assertThat(seen[0]).hasMessageContaining("another simulation is running in this JVM");
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            other.run(LONG);
                        } catch (IllegalStateException e) {
                            seen[1] = e;
                        }
                    })
                    .join();
            assertThat(seen[1]).hasMessageContaining("from a platform thread");
            assertThat(other.run(LONG)).isInstanceOf(RunOutcome.Completed.class);
        }
    }
}
