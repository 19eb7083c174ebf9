package dev.gridlock.scenarios.fleet;

import dev.gridlock.engine.sut.AddressScheme;
import dev.gridlock.engine.topology.NodeName;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.engine.topology.Topology;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Who stands where: node names of the topology, and addresses by region, numbered from 1 in the order of the topology, by
 * role, 1 for stores, 2 for proxies, 3 for workers, and by number.
 *
 * @param topology the regions
 * @param addresses where nodes get their addresses
 */
record FleetLayout(Topology topology, AddressScheme addresses) {

    static final int STORE_API_PORT = 8080;
    static final int STORE_GOSSIP_PORT = 8787;
    static final int PROXY_PORT = 8080;
    static final int PROXY_CONTROL_PORT = 9090;
    static final int WORKER_PORT = 8080;

    List<RegionPlan> regions() {
        return topology.regions();
    }

    String ip(NodeName node) {
        int region = topology.codes().indexOf(node.region()) + 1;
        int role = switch (node.role()) {
            case "store" -> 1;
            case "proxy" -> 2;
            case "worker" -> 3;
            default -> throw new IllegalArgumentException("a fleet has no role " + node.role());
        };
        return addresses.ip(region, role, node.number());
    }

    /** The stores of a region. */
    List<NodeName> stores(RegionPlan plan) {
        return IntStream.rangeClosed(1, plan.stores())
                .mapToObj(number -> NodeName.store(plan.region().code(), number))
                .toList();
    }

    /** The proxies of a region. */
    List<NodeName> proxies(RegionPlan plan) {
        return IntStream.rangeClosed(1, plan.proxies())
                .mapToObj(number -> NodeName.proxy(plan.region().code(), number))
                .toList();
    }

    /** Every store. */
    List<NodeName> allStores() {
        return regions().stream().flatMap(plan -> stores(plan).stream()).toList();
    }

    /** Every proxy. */
    List<NodeName> allProxies() {
        return regions().stream().flatMap(plan -> proxies(plan).stream()).toList();
    }

    /** The store that takes a region's writes. */
    NodeName writeStore(String region) {
        return NodeName.store(region, 1);
    }

    /** The store that feeds a proxy; a region's proxies are spread over its stores. */
    NodeName storeOf(NodeName proxy) {
        int stores = plan(proxy.region()).stores();
        return NodeName.store(proxy.region(), (proxy.number() - 1) % stores + 1);
    }

    /** The plan of a region that the topology has. */
    RegionPlan plan(String region) {
        return topology.region(region)
                .orElseThrow(() -> new IllegalArgumentException("the topology has no region " + region));
    }

    /** The code of a region by number, counted on and on. */
    String regionAt(long number) {
        var codes = topology.codes();
        return codes.get(Math.floorMod(number, codes.size()));
    }

    /** Where the machines of a region listen. */
    String workerAddress(String region) {
        return ip(NodeName.worker(region)) + ":" + WORKER_PORT;
    }
}
