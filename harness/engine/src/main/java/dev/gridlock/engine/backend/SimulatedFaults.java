package dev.gridlock.engine.backend;

import dev.gridlock.engine.run.FaultKind;
import dev.gridlock.engine.scenario.FaultSpec;
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
        return EnumSet.allOf(FaultKind.class);
    }

    void begin(FaultSpec fault) {
        switch (fault) {
            case FaultSpec.Latency latency ->
                betweenRegions(latency, (from, to) -> network.slow(from, to, latency.add(), latency.jitter()));
            case FaultSpec.Partition partition -> acrossBorder(partition, network::cut);
            case FaultSpec.Kill kill -> nodes.kill(kill.node());
            case FaultSpec.Pause pause -> nodes.pause(pause.node());
            case FaultSpec.SlowCpu slow -> targets(slow).forEach(node -> nodes.slow(node, slow.factor()));
        }
    }

    void end(FaultSpec fault) {
        switch (fault) {
            case FaultSpec.Latency latency ->
                betweenRegions(
                        latency,
                        (from, to) -> network.slow(
                                from,
                                to,
                                latency.add().negated(),
                                latency.jitter().negated()));
            case FaultSpec.Partition partition -> acrossBorder(partition, network::heal);
            case FaultSpec.Kill kill -> {
                if (!nodes.isUp(kill.node())) {
                    nodes.start(kill.node());
                }
            }
            case FaultSpec.Pause pause -> nodes.resume(pause.node());
            case FaultSpec.SlowCpu slow -> targets(slow).forEach(node -> nodes.hasten(node, slow.factor()));
        }
    }

    private void betweenRegions(FaultSpec.Latency latency, BiConsumer<String, String> change) {
        bothWays(
                links.inside(latency.between().getFirst()),
                links.inside(latency.between().getLast()),
                change);
    }

    private void acrossBorder(FaultSpec.Partition partition, BiConsumer<String, String> change) {
        bothWays(links.inside(partition.isolate()), links.outside(partition.isolate()), change);
    }

    private static void bothWays(List<String> some, List<String> others, BiConsumer<String, String> change) {
        for (var one : some) {
            for (var other : others) {
                change.accept(one, other);
                change.accept(other, one);
            }
        }
    }

    /** The node of that name, or all nodes of the region of that code. */
    private List<String> targets(FaultSpec.SlowCpu slow) {
        return plans.stream()
                .filter(plan ->
                        plan.name().equals(slow.target()) || plan.region().equals(slow.target()))
                .map(NodePlan::name)
                .toList();
    }
}
