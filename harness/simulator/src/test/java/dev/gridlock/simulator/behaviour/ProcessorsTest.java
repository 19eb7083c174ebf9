package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.simulator.CpuModel;
import dev.gridlock.simulator.Node;
import dev.gridlock.simulator.NodeOptions;
import dev.gridlock.simulator.SimulationOptions;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What computing costs. */
class ProcessorsTest {
    private static final Duration LONG = Duration.ofHours(1);

    /** How long eight threads take that yield 500 times each. */
    private static Duration load(CpuModel cpu, UnaryOperator<NodeOptions> options) {
        try (World world = new World(SimulationOptions.of(1).withCpu(cpu))) {
            world.node("waw", options).start(ProcessorsTest::yieldInThreads);
            world.run(LONG);
            return world.exits().getFirst().at();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a yield is the smallest step
    private static void yieldInThreads() throws InterruptedException {
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int j = 0; j < 500; j++) {
                    Thread.yield();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static final CpuModel STEADY = new CpuModel(100, 100, 0, 0, 20, 2_000);

    @Test
    void stepsShareTheProcessorsOfTheirNode() {
        long one = load(STEADY, options -> options.withCpus(1)).toNanos();
        long four = load(STEADY, options -> options.withCpus(4)).toNanos();
        // 8 threads of 500 steps of 100 ns, and a few more for starting and joining.
        assertThat(one).isBetween(400_000L, 410_000L);
        assertThat((double) one / four).isBetween(3.8, 4.2);
    }

    @Test
    void slowdownMultipliesTheCost() {
        long normal = load(STEADY, options -> options.withCpus(2)).toNanos();
        long slow = load(STEADY, options -> options.withCpus(2).withSlowdown(5)).toNanos();
        assertThat((double) slow / normal).isBetween(4.9, 5.1);
    }

    @Test
    void preemptionsMakeSomeStepsLong() {
        CpuModel preempted = new CpuModel(100, 100, 100_000, 1_000_000, 20, 2_000);
        long without = load(STEADY, options -> options.withCpus(1)).toNanos();
        long with = load(preempted, options -> options.withCpus(1)).toNanos();
        // 4,000 steps, a tenth of them longer by half a millisecond on average.
        assertThat(with - without).isBetween(150_000_000L, 250_000_000L);
    }

    @Test
    void readingAClockCostsTimeThatSlowdownMultiplies() {
        try (World world = new World(SimulationOptions.of(1).withCpu(STEADY))) {
            Node node = world.node("waw");
            node.start(() -> {
                for (int round = 0; round < 2; round++) {
                    int reads = 0;
                    long start = System.nanoTime();
                    while (System.nanoTime() - start < 1_000_000) {
                        reads++;
                    }
                    System.out.println(reads / 1000);
                    Thread.sleep(1000);
                }
            });
            world.at(Duration.ofMillis(500), () -> node.setSlowdown(10));
            world.run(LONG);
            int healthy = Integer.parseInt(world.output("waw").get(0));
            int slow = Integer.parseInt(world.output("waw").get(1));
            assertThat(healthy).isBetween(40, 50);
            assertThat(slow).isBetween(3, 5);
            assertThatThrownBy(() -> node.setSlowdown(0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("slowdown of node waw is 0.0");
        }
    }

    @Test
    void aNodeToldItsProcessorsIsToldTheSameEverywhere() {
        try (World world = new World()) {
            world.node("waw", options -> options.withCpus(3)).start(() -> {
                Runtime runtime = Runtime.getRuntime();
                System.out.println(runtime.availableProcessors() + " "
                        + java.util.Optional.of(runtime)
                                .map(Runtime::availableProcessors)
                                .orElseThrow());
                System.out.println(ProcessHandle.current().pid());
            });
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("3 3", "1001");
        }
        assertThatThrownBy(() -> NodeOptions.of("waw", "10.0.0.1").withCpus(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cpus of node waw is 0");
        assertThatThrownBy(() -> NodeOptions.of("waw", "10.0.0.1").withSlowdown(-1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
