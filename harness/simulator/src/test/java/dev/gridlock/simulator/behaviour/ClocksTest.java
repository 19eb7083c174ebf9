package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.simulator.Node;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Clocks of nodes that step and drift. */
@SuppressWarnings({"TimeInStaticInitializer", "WaitNotInLoop"}) // initialisers and single waits are what is tested
class ClocksTest {
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void clocksStartAtTheEpochOfTheSimulation() {
        try (World world = new World()) {
            world.node("waw").start(() -> {
                System.out.println(Instant.now().truncatedTo(ChronoUnit.MILLIS));
                Thread.sleep(90_000);
                System.out.println(Instant.now().truncatedTo(ChronoUnit.MILLIS));
            });
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("2026-01-01T00:00:00Z", "2026-01-01T00:01:30Z");
        }
    }

    @Test
    void aWaitTakesVirtualTimeExactlyAndNoRealTime() {
        long start = System.nanoTime();
        try (World world = new World()) {
            world.node("waw").start(() -> {
                long[] waits = {1, 1000, 3_600_000};
                for (long wait : waits) {
                    long before = System.nanoTime();
                    Thread.sleep(wait);
                    long over = System.nanoTime() - before - wait * 1_000_000;
                    System.out.println(over >= 0 && over < 1_000_000);
                }
            });
            world.run(Duration.ofHours(3));
            assertThat(world.output("waw")).containsExactly("true", "true", "true");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void sleepersWakeInTheOrderOfTheirInstants() {
        try (World world = new World()) {
            world.node("waw").start(() -> {
                for (int i : new int[] {3, 1, 2}) {
                    new Thread(() -> {
                                try {
                                    Thread.sleep(i);
                                    System.out.println(i);
                                } catch (InterruptedException e) {
                                    throw new IllegalStateException(e);
                                }
                            })
                            .start();
                }
            });
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("1", "2", "3");
        }
    }

    @Test
    void aStepMovesTheWallClockOnly() {
        try (World world = new World()) {
            Node node = world.node("waw");
            node.start(() -> {
                for (int i = 0; i < 3; i++) {
                    System.out.println(
                            Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + System.nanoTime() / 1_000_000_000);
                    Thread.sleep(1000);
                }
            });
            world.node("fra").start(() -> {
                Thread.sleep(1500);
                System.out.println(Instant.now().truncatedTo(ChronoUnit.MILLIS));
            });
            world.at(Duration.ofMillis(500), () -> node.stepClock(Duration.ofHours(1)));
            world.at(Duration.ofMillis(1500), () -> node.stepClock(Duration.ofHours(-2)));
            world.run(LONG);
            assertThat(world.output("waw"))
                    .containsExactly("2026-01-01T00:00:00Z 1", "2026-01-01T01:00:01Z 2", "2025-12-31T23:00:02Z 3");
            assertThat(world.output("fra")).containsExactly("2026-01-01T00:00:01.500Z");
        }
    }

    @Test
    void everyWaitOfANodeFollowsTheRateOfItsClock() {
        for (double rate : new double[] {2.0, 0.25, 1.0001, 900}) {
            try (World world = new World()) {
                Node node = world.node("waw");
                node.setClockRate(rate);
                node.start(() -> {
                    long start = System.nanoTime();
                    Instant wall = Instant.now();
                    Thread.sleep(1000);
                    LockSupport.parkNanos(1); // a sleep leaves a permit behind
                    LockSupport.parkNanos(1_000_000_000);
                    new CountDownLatch(1).await(1, TimeUnit.SECONDS);
                    synchronized (node) {
                        node.wait(1000);
                    }
                    try (ServerSocket server = new ServerSocket(0)) {
                        server.setSoTimeout(1000);
                        server.accept();
                    } catch (SocketTimeoutException e) {
                        System.out.println((System.nanoTime() - start) / 100_000_000);
                        System.out.println(Duration.between(wall, Instant.now()).toMillis() / 100);
                    }
                });
                world.run(LONG);
                assertThat(world.output("waw")).as("rate %s", rate).containsExactly("50", "50");
                assertThat(world.exits().getFirst().at().toNanos() * rate).isBetween(5.0e9, 5.1e9);
            }
        }
    }

    @Test
    void aRateMayChangeInBetween() {
        try (World world = new World()) {
            Node node = world.node("waw");
            node.start(() -> {
                for (int i = 0; i < 4; i++) {
                    Thread.sleep(1000);
                }
            });
            world.at(Duration.ofMillis(1500), () -> node.setClockRate(2));
            world.run(LONG);
            // The timer that was set at one second keeps its instant, the later two sleeps take half a second each.
            assertThat(world.exits().getFirst().at()).isBetween(Duration.ofMillis(3000), Duration.ofMillis(3001));
            assertThatThrownBy(() -> node.setClockRate(0)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> node.setClockRate(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Reads the clocks once in the life of the JVM. */
    private static final class Once {
        static final long NANOS = System.nanoTime();
        static final Instant INSTANT = Instant.now();
        static final long LATER = spin();

        private Once() {}

        private static long spin() {
            long start = System.nanoTime();
            while (System.nanoTime() - start < 1_000_000) {
                Thread.onSpinWait();
            }
            return System.nanoTime() - start;
        }
    }

    @Test
    void aClassInitialiserAlwaysSeesTheStart() {
        Set<Long> hashes = new HashSet<>();
        for (int i = 0; i < 2; i++) {
            try (World world = new World()) {
                world.node("waw").start(() -> {
                    Thread.sleep(5000 + System.nanoTime() % 1000);
                    System.out.println(Once.NANOS / 1000 + " " + Once.INSTANT.truncatedTo(ChronoUnit.MICROS) + " "
                            + (Once.LATER >= 1_000_000));
                });
                world.run(LONG);
                assertThat(world.output("waw")).containsExactly("1000000 2026-01-01T00:00:00Z true");
                hashes.add(world.simulation().traceHash());
            }
        }
        assertThat(hashes).hasSize(1);
    }
}
