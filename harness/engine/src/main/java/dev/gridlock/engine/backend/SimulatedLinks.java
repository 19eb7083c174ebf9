package dev.gridlock.engine.backend;

import dev.gridlock.engine.topology.Region;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.engine.topology.RoundTrip;
import dev.gridlock.engine.topology.Topology;
import dev.gridlock.simulator.network.LinkProfile;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What lies where, and what links are like in between: half the round trip of the regions one way, with a jitter of a
 * tenth of that. Links to and from the control node stand apart: short, and never hurt by a fault.
 */
final class SimulatedLinks {

    private static final Duration CONTROL_LATENCY = Duration.ofNanos(100_000);
    private static final int JITTER_PART = 10;

    private final Map<String, Region> regions;
    private final Map<String, String> regionByNode = new LinkedHashMap<>();

    SimulatedLinks(Topology topology) {
        regions = topology.regions().stream()
                .map(RegionPlan::region)
                .collect(Collectors.toMap(Region::code, region -> region));
    }

    /** A node stands in this region. */
    void place(String node, String region) {
        regionByNode.put(node, region);
    }

    /** The link from one node to another. */
    LinkProfile profile(String from, String to) {
        var fromRegion = regionOf(from);
        var toRegion = regionOf(to);
        if (fromRegion == null || toRegion == null) {
            return LinkProfile.of(CONTROL_LATENCY);
        }
        var oneWay = RoundTrip.between(fromRegion, toRegion).dividedBy(2);
        return new LinkProfile(oneWay, oneWay.dividedBy(JITTER_PART), 0);
    }

    /** Nodes in a region, clients included, in the order of placing. */
    List<String> inside(String region) {
        return regionByNode.entrySet().stream()
                .filter(entry -> entry.getValue().equals(region))
                .map(Map.Entry::getKey)
                .toList();
    }

    private @Nullable Region regionOf(String node) {
        var code = regionByNode.get(node);
        return code == null ? null : regions.get(code);
    }
}
