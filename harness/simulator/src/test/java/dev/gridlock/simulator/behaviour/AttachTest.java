package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.simulator.Node;
import dev.gridlock.simulator.NodeListener;
import dev.gridlock.simulator.NodeOptions;
import dev.gridlock.simulator.Simulation;
import dev.gridlock.simulator.SimulationOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the agent comes into a JVM, and what is said when it cannot. */
class AttachTest {
    /** Simulates a sleep of an hour, by classes that were loaded before the agent came. */
    static final class Sleepy {
        private Sleepy() {}

        public static void main(String[] arguments) {
            System.out.println(
                    "before " + (System.nanoTime() > 0) + " " + Instant.now().isAfter(Instant.EPOCH));
            NodeListener listener = new NodeListener() {
                @Override
                public void onOutput(Node node, Stream stream, String line, Duration at) {
                    System.out.println(node.name() + " said " + line + " at " + at.toMinutes());
                }
            };
            try (Simulation simulation = Simulation.create(SimulationOptions.of(1))) {
                simulation
                        .addNode(NodeOptions.of("waw", "10.0.0.1").withListener(listener))
                        .start(Sleepy::sleep);
                System.out.println(simulation.run(Duration.ofDays(1)).getClass().getSimpleName());
            }
        }

        private static void sleep() throws InterruptedException {
            long start = System.nanoTime();
            Thread.sleep(Duration.ofHours(1));
            System.out.println(
                    "slept " + Duration.ofNanos(System.nanoTime() - start).toMinutes());
        }
    }

    private static final List<String> SLEPT = List.of("before true true", "waw said slept 60 at 60", "Completed");

    @Test
    void theAgentMayBeGivenOnTheCommandLine() throws Exception {
        ChildJvm child = ChildJvm.run(List.of(ChildJvm.agent()), Sleepy.class);
        assertThat(child.code()).as("%s", child.lines()).isZero();
        assertThat(child.lines()).containsSubsequence(SLEPT);
    }

    @Test
    void otherwiseItIsAttachedFromTheClassPath() throws Exception {
        ChildJvm child = ChildJvm.run(List.of("-XX:+EnableDynamicAgentLoading"), Sleepy.class);
        assertThat(child.code()).as("%s", child.lines()).isZero();
        assertThat(child.lines()).containsSubsequence(SLEPT);
    }

    @Test
    void withoutAnAgentTheMessageSaysWhatToDo() throws Exception {
        ChildJvm child = ChildJvm.run(ChildJvm.classPathWithoutAgent(), List.of(), Sleepy.class);
        assertThat(child.code()).isEqualTo(1);
        assertThat(child.lines())
                .anyMatch(
                        line -> line.contains(
                                "java.lang.IllegalStateException: the Gridlock agent is neither installed"
                                        + " nor on the class path as a jar: start the JVM with -javaagent:<gridlock-agent.jar>"));
    }

    @Test
    void whereAttachingIsForbiddenTheMessageSaysSo() throws Exception {
        ChildJvm child = ChildJvm.run(List.of("-XX:+DisableAttachMechanism"), Sleepy.class);
        assertThat(child.code()).isEqualTo(1);
        assertThat(child.lines())
                .anyMatch(line -> line.contains("java.lang.IllegalStateException: cannot attach the Gridlock agent"));
    }
}
