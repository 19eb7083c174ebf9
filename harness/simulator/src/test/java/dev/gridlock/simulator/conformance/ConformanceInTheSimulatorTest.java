package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.simulator.Node;
import dev.gridlock.simulator.NodeListener;
import dev.gridlock.simulator.NodeOptions;
import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.RunOutcome;
import dev.gridlock.simulator.Simulation;
import dev.gridlock.simulator.SimulationOptions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each case as the program of a node, under several seeds, twice each: the same must hold, and the same must happen. */
class ConformanceInTheSimulatorTest {
    private static final int SEEDS = 4;
    private static final Duration ENOUGH = Duration.ofMinutes(10);

    /** The first connection of a JVM unpacks a native library and starts a process to learn about the machine. */
    @BeforeAll
    static void loadNativeLibrary() throws SQLException {
        DriverManager.getConnection("jdbc:sqlite::memory:").close();
    }

    @TestFactory
    Stream<DynamicTest> holds() {
        return Case.all().stream()
                .map(each -> DynamicTest.dynamicTest(each.name(), () -> {
                    for (int seed = 1; seed <= SEEDS; seed++) {
                        long first = run(each.body()::run, seed);
                        assertThat(run(each.body()::run, seed))
                                .as("trace hash of the second run of seed %s", seed)
                                .isEqualTo(first);
                    }
                }));
    }

    /** Runs one program to its end and returns the trace hash. */
    private static long run(Program program, int seed) {
        List<Throwable> failures = new ArrayList<>();
        List<Integer> exits = new ArrayList<>();
        NodeListener listener = new NodeListener() {
            @Override
            public void onExit(Node node, int code, Duration at) {
                exits.add(code);
            }

            @Override
            public void onUncaught(Node node, String thread, Throwable exception, Duration at) {
                failures.add(exception);
            }
        };
        try (Simulation simulation = Simulation.create(SimulationOptions.of(seed))) {
            Node node = simulation.addNode(NodeOptions.of("waw-1", "10.1.0.1").withListener(listener));
            node.start(program);
            RunOutcome outcome = simulation.run(ENOUGH);
            failures.forEach(failure -> {
                throw new AssertionError("with seed " + seed + ": " + failure.getMessage(), failure);
            });
            assertThat(outcome).as("outcome of seed %s", seed).isInstanceOf(RunOutcome.Completed.class);
            assertThat(exits).as("exit codes of seed %s", seed).containsExactly(0);
            return simulation.traceHash();
        }
    }
}
