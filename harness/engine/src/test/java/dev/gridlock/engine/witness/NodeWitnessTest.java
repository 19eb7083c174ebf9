package dev.gridlock.engine.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.fault.NodeFault;
import dev.gridlock.engine.load.RunClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One node whose condition the test sets, and a clock that sleeping moves. */
class NodeWitnessTest {

    private static final String NODE = "proxy-waw-1";
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Node WELL = new Node(true, false, 4, Duration.ZERO);

    private record Node(boolean up, boolean stopped, double slowdown, Duration clockAhead) {}

    private final Map<String, Node> conditions = new HashMap<>(Map.of(NODE, WELL));
    private Duration now = Duration.ZERO;
    private double clockGain;

    private final RunClock clock = new RunClock() {
        @Override
        public Duration now() {
            return now;
        }

        @Override
        public void sleepUntil(Duration instant) {
            now = instant;
        }
    };

    private final NodeWitness witness =
            new NodeWitness(clock, this::look, node -> node(node).slowdown());

    private Node node(String name) {
        return conditions.getOrDefault(name, WELL);
    }

    private NodeCondition look(String name) {
        var node = node(name);
        return new NodeCondition(
                node.up(), node.stopped(), node.clockAhead().plusNanos((long) (now.toNanos() * clockGain)));
    }

    private Sighting begun(NodeFault fault, Node then) throws InterruptedException {
        var before = witness.before(fault, List.of(NODE));
        conditions.put(NODE, then);
        return witness.inForce(fault, before);
    }

    private Sighting ended(NodeFault fault, Node during, Node then) throws InterruptedException {
        conditions.put(NODE, during);
        var before = witness.before(fault, List.of(NODE));
        conditions.put(NODE, then);
        return witness.gone(fault, before);
    }

    private static Node up(boolean up) {
        return new Node(up, false, 4, Duration.ZERO);
    }

    private static Node stopped(boolean stopped) {
        return new Node(true, stopped, 4, Duration.ZERO);
    }

    private static Node slow(double slowdown) {
        return new Node(true, false, slowdown, Duration.ZERO);
    }

    private static Node ahead(long millis) {
        return new Node(true, false, 4, Duration.ofMillis(millis));
    }

    @Test
    void aKilledNodeIsGoneAndComesBack() throws InterruptedException {
        var kill = new NodeFault.Kill(NODE, SECOND, Optional.of(SECOND));

        assertThat(begun(kill, up(false)).seen()).isTrue();
        assertThat(begun(kill, up(true)).what()).isEqualTo("proxy-waw-1 still ran");
        assertThat(ended(kill, up(false), up(true)).seen()).isTrue();
        assertThat(ended(kill, up(false), up(false)).what()).isEqualTo("proxy-waw-1 did not run again");
    }

    @Test
    void aPausedNodeIsStoppedAndGoesOn() throws InterruptedException {
        var pause = new NodeFault.Pause(NODE, SECOND, SECOND.multipliedBy(2));

        assertThat(begun(pause, stopped(true)).seen()).isTrue();
        assertThat(begun(pause, stopped(false)).seen()).isFalse();
        assertThat(ended(pause, stopped(true), stopped(false)).seen()).isTrue();
        assertThat(ended(pause, stopped(true), stopped(true)).seen()).isFalse();
    }

    @Test
    void aSlowNodeIsSlowerByMostOfTheFactor() throws InterruptedException {
        var slow = new NodeFault.SlowCpu(NODE, 9, SECOND, SECOND.multipliedBy(2));

        assertThat(begun(slow, slow(36)).seen()).isTrue();
        conditions.put(NODE, WELL);
        assertThat(begun(slow, slow(11)).seen()).isFalse();
        assertThat(ended(slow, slow(36), slow(4)).seen()).isTrue();
        assertThat(ended(slow, slow(36), slow(20)).seen()).isFalse();
    }

    @Test
    void aFasterNodeIsFaster() throws InterruptedException {
        var fast = new NodeFault.SlowCpu(NODE, 0.25, SECOND, SECOND.multipliedBy(2));

        assertThat(begun(fast, slow(1)).seen()).isTrue();
        conditions.put(NODE, WELL);
        assertThat(begun(fast, slow(4)).seen()).isFalse();
    }

    @Test
    void aClockMovesInTheRightDirection() throws InterruptedException {
        var forward = new NodeFault.ClockStep(NODE, Duration.ofMillis(500), SECOND, Optional.empty());

        assertThat(begun(forward, ahead(500)).seen()).isTrue();
        conditions.put(NODE, WELL);
        assertThat(begun(forward, ahead(-500)).seen()).isFalse();
        assertThat(ended(forward, ahead(500), ahead(0)).seen()).isTrue();
        assertThat(ended(forward, ahead(500), ahead(500)).seen()).isFalse();
    }

    @Test
    void aSkewedClockGains() throws InterruptedException {
        var skew = new NodeFault.ClockSkew(NODE, 1.05, SECOND, SECOND.multipliedBy(2));

        clockGain = 0.05;
        assertThat(begun(skew, WELL).seen()).isTrue();
        assertThat(ended(skew, WELL, WELL).seen()).isFalse();
        clockGain = 0;
        assertThat(begun(skew, WELL).seen()).isFalse();
        assertThat(ended(skew, WELL, WELL).seen()).isTrue();
    }

    @Test
    void lookingEndsAfterTwoSeconds() throws InterruptedException {
        begun(new NodeFault.Pause(NODE, SECOND, SECOND.multipliedBy(2)), stopped(false));

        assertThat(now).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aRegionOfManyIsSeenWhenAllAre() throws InterruptedException {
        conditions.put("store-waw-1", WELL);
        var pause = new NodeFault.Pause("waw", SECOND, SECOND.multipliedBy(2));
        var before = witness.before(pause, List.of(NODE, "store-waw-1"));
        conditions.put(NODE, stopped(true));

        var seen = witness.inForce(pause, before);

        assertThat(seen.seen()).isFalse();
        assertThat(seen.what()).isEqualTo("store-waw-1 was not stopped");
    }
}
