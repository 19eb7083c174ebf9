package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.Observation;
import dev.gridlock.engine.history.Operation;
import dev.gridlock.engine.history.Outcome;
import dev.gridlock.engine.sut.ProbedState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds acknowledged updates that are gone at the end. For each datum, the update that a node holds last is compared
 * with those that were acknowledged for it:
 *
 * <ul>
 *   <li>holding none at all, or one that nobody sent, loses every acknowledged one;
 *   <li>holding one that the same node had answered before another, acknowledged one was sent to it, loses the later
 *       one. Updates taken by different nodes are not compared: which of them wins is the merge rule's affair.
 * </ul>
 */
final class LostUpdateDetector implements Detector {

    private record Loss(String update, String node, String datum, String held, Duration at) {}

    private final Map<String, List<Operation>> updatesByDatum = new LinkedHashMap<>();
    private final Map<String, Operation> updatesById = new HashMap<>();
    private final List<Observation.StateRead> reads = new ArrayList<>();

    @Override
    public void observe(Observation observation) {
        switch (observation) {
            case Operation operation
            when operation.kind() == Operation.Kind.UPDATE -> {
                updatesById.put(operation.id(), operation);
                updatesByDatum
                        .computeIfAbsent(operation.datum(), absent -> new ArrayList<>())
                        .add(operation);
            }
            case Observation.StateRead read -> reads.add(read);
            default -> {}
        }
    }

    @Override
    public List<Sighting> sightings() {
        var losses = new ArrayList<Loss>();
        for (var read : reads) {
            read.state().flatMap(ProbedState::updates).ifPresent(held -> losses.addAll(lossesIn(read, held)));
        }
        if (losses.isEmpty()) {
            return List.of();
        }
        var nodes = new LinkedHashSet<String>();
        var updates = new LinkedHashSet<String>();
        losses.forEach(loss -> {
            nodes.add(loss.node());
            updates.add(loss.update());
        });
        var first = losses.getFirst();
        var joined = String.join(", ", nodes);
        var evidence = new Facts()
                .put("lostUpdates", updates.size())
                .put("update", first.update())
                .put("datum", first.datum())
                .put("held", first.held().isEmpty() ? "none" : first.held())
                .put("nodes", joined)
                .saying("acknowledged update " + first.update() + " of " + first.datum() + " is gone from " + joined
                        + (first.held().isEmpty() ? "" : ", where " + first.held() + " stands in its place"));
        return List.of(new Sighting(
                FindingKind.DIVERGENCE, Life.ofNone(joined), first.at(), evidence, first.update(), Set.of()));
    }

    private List<Loss> lossesIn(Observation.StateRead read, Map<String, String> held) {
        var losses = new ArrayList<Loss>();
        updatesByDatum.forEach((datum, updates) -> {
            var standing = held.getOrDefault(datum, "");
            lostTo(standing, updates)
                    .ifPresent(lost -> losses.add(new Loss(lost.id(), read.node(), datum, standing, read.at())));
        });
        return losses;
    }

    private Optional<Operation> lostTo(String standing, List<Operation> updates) {
        var acknowledged = updates.stream().filter(update -> update.outcome() == Outcome.OK);
        var winner = updatesById.get(standing);
        if (winner == null) {
            return acknowledged.findFirst();
        }
        return acknowledged
                .filter(update -> update.node().equals(winner.node()))
                .filter(update -> winner.outcome() == Outcome.OK && winner.at().compareTo(update.sent()) < 0)
                .findFirst();
    }
}
