package dev.gridlock.engine.history;

import dev.gridlock.engine.sut.NodePlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The nodes of a run by name and by address. Immutable. */
public final class Nodes {

    private final Map<String, NodePlan> byName = new LinkedHashMap<>();
    private final Map<String, String> nameByIp = new LinkedHashMap<>();

    /**
     * A directory of these nodes.
     *
     * @throws IllegalArgumentException when two nodes share a name or an address
     */
    public Nodes(List<NodePlan> plans) {
        for (var plan : plans) {
            if (byName.put(plan.name(), plan) != null) {
                throw new IllegalArgumentException("the plan has two nodes named " + plan.name());
            }
            var other = nameByIp.put(plan.ip(), plan.name());
            if (other != null) {
                throw new IllegalArgumentException(
                        "nodes " + other + " and " + plan.name() + " share the address " + plan.ip());
            }
        }
    }

    /** Every node in the order of the plan. */
    public List<NodePlan> all() {
        return List.copyOf(byName.values());
    }

    /** The region of a node; empty text for a node that is not in the plan. */
    public String regionOf(String node) {
        var plan = byName.get(node);
        return plan == null ? "" : plan.region();
    }

    /** The plan of a node. */
    public Optional<NodePlan> named(String node) {
        return Optional.ofNullable(byName.get(node));
    }

    /** The node meant by a name, an address, or an address and a port. */
    public Optional<String> resolve(String nameOrAddress) {
        if (byName.containsKey(nameOrAddress)) {
            return Optional.of(nameOrAddress);
        }
        var colon = nameOrAddress.lastIndexOf(':');
        var ip = colon < 0 ? nameOrAddress : nameOrAddress.substring(0, colon);
        return Optional.ofNullable(nameByIp.get(ip.startsWith("/") ? ip.substring(1) : ip));
    }
}
