package dev.gridlock.engine.check.transactions;

import dev.gridlock.engine.check.transactions.Dependency.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which transaction comes before which, and the circles in that. */
final class DependencyGraph {

    /** Circles looked at in a component once one has been found, in the hope of a shorter one. */
    private static final int TRIES = 500;

    private static final Set<Kind> WRITES = EnumSet.of(Kind.WW);
    private static final Set<Kind> INFORMATION = EnumSet.of(Kind.WW, Kind.WR);
    private static final Set<Kind> ALL = EnumSet.allOf(Kind.class);

    /** By the transaction that comes first, in the order in which they were added. */
    private final Map<String, List<Dependency>> from = new LinkedHashMap<>();

    void add(Dependency dependency) {
        if (!dependency.from().equals(dependency.to())) {
            from.computeIfAbsent(dependency.from(), absent -> new ArrayList<>()).add(dependency);
            from.computeIfAbsent(dependency.to(), absent -> new ArrayList<>());
        }
    }

    /** For each set of transactions that all depend on each other, the gravest kinds of circle in it, at most one of each kind. */
    List<Anomaly> circles() {
        var anomalies = new ArrayList<Anomaly>();
        for (var component : components(WRITES)) {
            shortest(component, Kind.WW, WRITES).ifPresent(circle -> anomalies.add(anomaly(Anomaly.Kind.G0, circle)));
        }
        for (var component : components(INFORMATION)) {
            shortest(component, Kind.WR, INFORMATION)
                    .ifPresent(circle -> anomalies.add(anomaly(Anomaly.Kind.G1C, circle)));
        }
        for (var component : components(ALL)) {
            // One that leads back without a second missed write, else one that needs more of them.
            var single = shortest(component, Kind.RW, INFORMATION);
            if (single.isPresent()) {
                anomalies.add(anomaly(Anomaly.Kind.G_SINGLE, single.get()));
            } else {
                shortest(component, Kind.RW, ALL)
                        .ifPresent(circle -> anomalies.add(anomaly(Anomaly.Kind.G2_ITEM, circle)));
            }
        }
        return anomalies;
    }

    private static Anomaly anomaly(Anomaly.Kind kind, List<Dependency> circle) {
        var steps = circle.stream().map(Dependency::toString).collect(Collectors.joining(", "));
        return new Anomaly(
                kind,
                circle.stream().map(Dependency::from).toList(),
                circle,
                steps + ": no order of these transactions explains it");
    }

    /** The shortest circle in a component that begins with a dependency of one kind and leads back by some kinds. */
    private Optional<List<Dependency>> shortest(Set<String> component, Kind first, Set<Kind> back) {
        Optional<List<Dependency>> best = Optional.empty();
        int tries = 0;
        for (var id : component) {
            for (var dependency : dependencies(id)) {
                if (dependency.kind() != first || !component.contains(dependency.to())) {
                    continue;
                }
                var path = path(dependency.to(), id, component, back);
                tries++;
                if (path.isPresent()
                        && (best.isEmpty() || path.get().size() + 1 < best.get().size())) {
                    var circle = new ArrayList<Dependency>();
                    circle.add(dependency);
                    circle.addAll(path.get());
                    best = Optional.of(circle);
                }
                if (best.isPresent() && (best.get().size() == 2 || tries >= TRIES)) {
                    return best;
                }
            }
        }
        return best;
    }

    /** The shortest way from one transaction to another, breadth first. */
    private Optional<List<Dependency>> path(String start, String end, Set<String> within, Set<Kind> kinds) {
        var cameBy = new HashMap<String, Dependency>();
        var queue = new ArrayDeque<String>();
        queue.add(start);
        while (!queue.isEmpty()) {
            var id = queue.remove();
            for (var dependency : dependencies(id)) {
                var next = dependency.to();
                if (!kinds.contains(dependency.kind())
                        || !within.contains(next)
                        || next.equals(start)
                        || cameBy.putIfAbsent(next, dependency) != null) {
                    continue;
                }
                if (next.equals(end)) {
                    var path = new ArrayDeque<Dependency>();
                    for (var step = dependency; step != null; step = cameBy.get(step.from())) {
                        path.addFirst(step);
                    }
                    return Optional.of(List.copyOf(path));
                }
                queue.add(next);
            }
        }
        return Optional.empty();
    }

    private List<Dependency> dependencies(String id) {
        return from.getOrDefault(id, List.of());
    }

    /** The sets of more than one transaction that can reach each other by dependencies of some kinds. */
    private List<Set<String>> components(Set<Kind> kinds) {
        return new StrongComponents(
                        from.keySet(),
                        id -> dependencies(id).stream()
                                .filter(dependency -> kinds.contains(dependency.kind()))
                                .map(Dependency::to)
                                .toList())
                .moreThanOne();
    }
}
