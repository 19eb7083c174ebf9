package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.CausalStep;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.NodeEvent;
import dev.gridlock.engine.history.Nodes;
import dev.gridlock.engine.history.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Puts together the steps from an update to a finding on a node: the client's update, the commit, the gossip hops to a
 * store of the node's region, the apply there, the subscription event and what the node did with it, the first sign of
 * trouble, the watchdog, the exit and the restart. A step that no node told of is left out.
 */
final class CausalChain {

    private static final List<String> IN_THE_PROXY =
            List.of("subscription.event", "catalog.load", "catalog.write", "lock.timeout", "lock.slow");
    private static final List<String> SIGNS =
            List.of("lock.corrupted", "lock.waiters-without-holder", "lock.stall", "watchdog.silence");

    private final UpdateTrail trail;
    private final GossipPath gossip;
    private final Nodes nodes;
    private final List<Observation> observations;

    CausalChain(UpdateTrail trail, Nodes nodes, List<Observation> observations) {
        this.trail = trail;
        this.gossip = new GossipPath(trail, nodes);
        this.nodes = nodes;
        this.observations = observations;
    }

    /** The steps in order of time; those of the life itself when no update is known. */
    List<CausalStep> of(Life life, String update, Duration found) {
        var steps = new ArrayList<CausalStep>();
        if (!update.isEmpty()) {
            trail.operation(update)
                    .ifPresent(sent ->
                            steps.add(new CausalStep("update", sent.node(), sent.region(), sent.sent(), update)));
            trail.first(update, "store.commit", event -> true).ifPresent(commit -> steps.add(step(commit)));
            feedingStore(life, update)
                    .ifPresent(store -> gossip.to(store, update).forEach(event -> steps.add(step(event))));
            IN_THE_PROXY.stream()
                    .flatMap(name -> lastBefore(life, update, name, found).stream())
                    .forEach(event -> steps.add(step(event)));
        }
        if (life.isOne()) {
            signs(life).forEach(event -> steps.add(step(event)));
            steps.addAll(exitAndRestart(life));
        }
        steps.sort(Comparator.comparing(CausalStep::at));
        return steps;
    }

    /** The store of the node's region that had the update first; the node itself when it is one. */
    private Optional<String> feedingStore(Life life, String update) {
        var region = nodes.regionOf(life.node());
        return trail.events(update).stream()
                .filter(event ->
                        event.name().equals("store.apply") || event.name().equals("store.commit"))
                .map(NodeEvent::node)
                .filter(node -> nodes.regionOf(node).equals(region))
                .findFirst();
    }

    /** A slow write may be told after the trouble it made, so the first event after the finding stands in. */
    private Optional<NodeEvent> lastBefore(Life life, String update, String name, Duration found) {
        return trail.last(
                        update,
                        name,
                        event -> event.life().equals(life) && event.at().compareTo(found) <= 0)
                .or(() -> trail.first(update, name, event -> event.life().equals(life)));
    }

    private Stream<NodeEvent> signs(Life life) {
        var events = observations.stream()
                .filter(NodeEvent.class::isInstance)
                .map(NodeEvent.class::cast)
                .filter(event -> event.life().equals(life))
                .toList();
        return SIGNS.stream()
                .flatMap(name -> events.stream()
                        .filter(event -> event.name().equals(name))
                        .limit(1));
    }

    private List<CausalStep> exitAndRestart(Life life) {
        var steps = new ArrayList<CausalStep>();
        var next = new Life(life.node(), life.number() + 1);
        for (var observation : observations) {
            switch (observation) {
                case Observation.NodeExited exited
                when exited.life().equals(life) -> steps.add(local("exit", life, exited.at()));
                case Observation.NodeStarted started
                when started.life().equals(next) -> steps.add(local("restart", life, started.at()));
                default -> {}
            }
        }
        return steps;
    }

    private CausalStep local(String what, Life life, Duration at) {
        return new CausalStep(what, life.node(), nodes.regionOf(life.node()), at, "");
    }

    private CausalStep step(NodeEvent event) {
        return new CausalStep(event.name(), event.node(), nodes.regionOf(event.node()), event.at(), event.update());
    }
}
