package dev.gridlock.engine.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * The regions of a scenario in the order they were written, each with its nodes.
 *
 * @param regions at least one, no region twice
 */
public record Topology(List<RegionPlan> regions) {

    /** Copies the list and checks it. */
    public Topology {
        regions = List.copyOf(regions);
        if (regions.isEmpty()) {
            throw new IllegalArgumentException("a topology needs at least one region");
        }
        var seen = new HashSet<String>();
        for (var plan : regions) {
            if (!seen.add(plan.region().code())) {
                throw new IllegalArgumentException(
                        "region " + plan.region().code() + " must not appear twice in a topology");
            }
        }
    }

    /** The codes of the regions, in order. */
    public List<String> codes() {
        return regions.stream().map(plan -> plan.region().code()).toList();
    }

    /** The plan of one region, empty when the topology has no such region. */
    public Optional<RegionPlan> region(String code) {
        return regions.stream()
                .filter(plan -> plan.region().code().equals(code))
                .findFirst();
    }

    /** Every node of every region by name, in the order: region, then stores, proxies, worker. */
    public List<NodeName> nodes() {
        var nodes = new ArrayList<NodeName>();
        for (var plan : regions) {
            var code = plan.region().code();
            for (int n = 1; n <= plan.stores(); n++) {
                nodes.add(NodeName.store(code, n));
            }
            for (int n = 1; n <= plan.proxies(); n++) {
                nodes.add(NodeName.proxy(code, n));
            }
            nodes.add(NodeName.worker(code));
        }
        return nodes;
    }
}
