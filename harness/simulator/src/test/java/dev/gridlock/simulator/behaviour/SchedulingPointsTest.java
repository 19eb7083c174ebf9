package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.simulator.SimulationOptions;
import dev.gridlock.simulator.explored.Counters;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Where threads may be switched in chosen classes: each such place is a step. */
class SchedulingPointsTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final List<String> CHOSEN = List.of("dev.gridlock.simulator.explored");

    private static long steps(List<String> chosen, Consumer<Counters> act) {
        try (World world = new World(SimulationOptions.of(1).withSchedulingPoints(chosen))) {
            world.node("waw").start(() -> {
                Counters counters = new Counters();
                for (int i = 0; i < 100; i++) {
                    act.accept(counters);
                }
            });
            world.run(LONG);
            return world.simulation().steps();
        }
    }

    private static long pointsPerCall(Consumer<Counters> act) {
        long without = steps(List.of(), act);
        long with = steps(CHOSEN, act);
        assertThat(steps(List.of(), act)).isEqualTo(without);
        return Math.round((with - without) / 100.0);
    }

    @Test
    void eachAtomicVarHandleAndVolatileAccessIsOne() {
        assertThat(pointsPerCall(Counters::keep)).isEqualTo(1);
        assertThat(pointsPerCall(Counters::lose)).isEqualTo(2);
        assertThat(pointsPerCall(Counters::loseVolatile)).isEqualTo(2);
        assertThat(pointsPerCall(Counters::keepHandled)).isEqualTo(1);
        assertThat(pointsPerCall(Counters::loseHandled)).isEqualTo(2);
        assertThat(pointsPerCall(Counters::plain)).isZero();
    }

    @Test
    void loopsCostTimeAndAreOneEachQuantum() {
        try (World world = new World(SimulationOptions.of(1).withSchedulingPoints(CHOSEN))) {
            long loopNanos = world.simulation().options().cpu().loopNanos();
            world.node("waw").start(() -> {
                Counters counters = new Counters();
                long start = System.nanoTime();
                int sum = counters.loop(10_000);
                System.out.println(sum + " " + (System.nanoTime() - start));
            });
            world.run(LONG);
            String[] told = world.output("waw").getFirst().split(" ", -1);
            assertThat(told[0]).isEqualTo("49995000");
            assertThat(Long.parseLong(told[1])).isGreaterThanOrEqualTo(10_000 * loopNanos);
            long quantum = world.simulation().options().cpu().quantumNanos();
            assertThat(world.simulation().steps()).isGreaterThan(10_000 * loopNanos / quantum);
        }
    }

    @Test
    void otherPackagesHaveNone() {
        assertThat(steps(List.of("dev.gridlock.simulator.explore.d"), Counters::lose))
                .isEqualTo(steps(List.of(), Counters::lose));
    }

    @Test
    void theSimulatorItselfHasNoneEvenIfItsNameIsChosen() {
        assertThat(steps(List.of("dev.gridlock.simulator.S"), Counters::plain))
                .isEqualTo(steps(List.of(), Counters::plain));
    }
}
