package dev.gridlock.engine.check.transactions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Strongly connected components: Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion, because
 * a history of a hundred thousand transactions may be one long chain.
 */
final class StrongComponents {

    private record Visit(String node, Iterator<String> rest) {}

    private final Function<String, List<String>> successors;
    private final Map<String, Integer> number = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final ArrayDeque<String> open = new ArrayDeque<>();
    private final Set<String> isOpen = new HashSet<>();
    private final List<Set<String>> found = new ArrayList<>();

    StrongComponents(Collection<String> nodes, Function<String, List<String>> successors) {
        this.successors = successors;
        for (var node : nodes) {
            if (!number.containsKey(node)) {
                visit(node);
            }
        }
    }

    /** Those with more than one node; their order depends on nothing but the order of nodes and successors. */
    List<Set<String>> moreThanOne() {
        return found;
    }

    private void visit(String root) {
        var visits = new ArrayDeque<Visit>();
        visits.push(enter(root));
        while (!visits.isEmpty()) {
            var visit = visits.element();
            if (visit.rest().hasNext()) {
                var next = visit.rest().next();
                if (!number.containsKey(next)) {
                    visits.push(enter(next));
                } else if (isOpen.contains(next)) {
                    lowest.merge(visit.node(), number.getOrDefault(next, 0), Math::min);
                }
            } else {
                visits.pop();
                leave(visit.node());
                if (!visits.isEmpty()) {
                    lowest.merge(visits.element().node(), lowest.getOrDefault(visit.node(), 0), Math::min);
                }
            }
        }
    }

    private Visit enter(String node) {
        number.put(node, number.size());
        lowest.put(node, number.size() - 1);
        open.push(node);
        isOpen.add(node);
        return new Visit(node, successors.apply(node).iterator());
    }

    private void leave(String node) {
        if (!Objects.equals(lowest.get(node), number.get(node))) {
            return;
        }
        var members = new ArrayList<String>();
        String member;
        do {
            member = open.pop();
            isOpen.remove(member);
            members.addFirst(member);
        } while (!member.equals(node));
        if (members.size() > 1) {
            found.add(new LinkedHashSet<>(members));
        }
    }
}
