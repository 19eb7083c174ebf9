package dev.gridlock.engine.backend;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.fault.FaultKind;
import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.NodeFault;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.simulator.network.Network;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Applies faults to simulated links and nodes. Faults on the same link or node add up and are undone one by one. Used on
 * the simulator's carrier thread.
 */
final class SimulatedFaults {

    private static final Set<FaultKind> KINDS = EnumSet.of(
            FaultKind.LATENCY,
            FaultKind.PARTITION,
            FaultKind.KILL,
            FaultKind.PAUSE,
            FaultKind.SLOW_CPU,
            FaultKind.CLOCK_STEP,
            FaultKind.CLOCK_SKEW);

    private final Network network;
    private final SimulatedLinks links;
    private final SimulatedNodes nodes;
    private final List<NodePlan> plans;

    SimulatedFaults(Network network, SimulatedLinks links, SimulatedNodes nodes, List<NodePlan> plans) {
        this.network = network;
        this.links = links;
        this.nodes = nodes;
        this.plans = plans;
    }

    static Set<FaultKind> kinds() {
        return EnumSet.copyOf(KINDS);
    }

    void begin(Fault fault) {
        switch (fault) {
            case LinkFault link -> onLinks(link, begin(link.effect()));
            case NodeFault.Kill kill -> targets(kill).forEach(nodes::kill);
            case NodeFault.Pause pause -> targets(pause).forEach(nodes::pause);
            case NodeFault.SlowCpu slow -> targets(slow).forEach(node -> nodes.slow(node, slow.factor()));
            case NodeFault.ClockStep step -> targets(step).forEach(node -> nodes.stepClock(node, step.by()));
            case NodeFault.ClockSkew skew -> targets(skew).forEach(node -> nodes.skewClock(node, skew.rate()));
        }
    }

    void end(Fault fault) {
        switch (fault) {
            case LinkFault link -> onLinks(link, end(link.effect()));
            case NodeFault.Kill kill ->
                targets(kill).stream().filter(node -> !nodes.isUp(node)).forEach(nodes::start);
            case NodeFault.Pause pause -> targets(pause).forEach(nodes::resume);
            case NodeFault.SlowCpu slow -> targets(slow).forEach(node -> nodes.hasten(node, slow.factor()));
            case NodeFault.ClockStep step ->
                targets(step).forEach(node -> nodes.stepClock(node, step.by().negated()));
            case NodeFault.ClockSkew skew -> targets(skew).forEach(node -> nodes.straightenClock(node, skew.rate()));
        }
    }

    private BiConsumer<String, String> begin(LinkEffect effect) {
        return switch (effect) {
            case LinkEffect.Delay(var add, var jitter) -> (from, to) -> network.slow(from, to, add, jitter);
            case LinkEffect.Cut() -> network::cut;
            case LinkEffect.BlackHole(),
                    LinkEffect.Reset(),
                    LinkEffect.Bandwidth(var _),
                    LinkEffect.Slices(var _, var _) -> throw notOffered(effect);
        };
    }

    private BiConsumer<String, String> end(LinkEffect effect) {
        return switch (effect) {
            case LinkEffect.Delay(var add, var jitter) ->
                (from, to) -> network.slow(from, to, add.negated(), jitter.negated());
            case LinkEffect.Cut() -> network::heal;
            case LinkEffect.BlackHole(),
                    LinkEffect.Reset(),
                    LinkEffect.Bandwidth(var _),
                    LinkEffect.Slices(var _, var _) -> throw notOffered(effect);
        };
    }

    private static AssertionError notOffered(LinkEffect effect) {
        return new AssertionError("scenarios that ask for " + effect.kind().wireName() + " are refused");
    }

    private void onLinks(LinkFault fault, BiConsumer<String, String> change) {
        for (var way : fault.ways()) {
            for (var from : links.inside(way.from())) {
                for (var to : links.inside(way.to())) {
                    change.accept(from, to);
                }
            }
        }
    }

    /** The node of that name, or all nodes of the region of that code. */
    private List<String> targets(NodeFault fault) {
        return plans.stream()
                .filter(plan ->
                        plan.name().equals(fault.target()) || plan.region().equals(fault.target()))
                .map(NodePlan::name)
                .toList();
    }
}
