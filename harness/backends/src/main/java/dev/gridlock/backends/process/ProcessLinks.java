package dev.gridlock.backends.process;

import dev.gridlock.backends.link.LinkPlane;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.Way;
import dev.gridlock.engine.run.RunPlan;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.engine.topology.RoundTrip;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which links a run needs and where they listen: one for each node and listener that it dials, all on one address of the
 * harness, by port; and one each way between regions whose links will be watched. Immutable once made.
 */
final class ProcessLinks {

    private static final int FIRST_PORT = 10_001;
    private static final int WATCHER_PORT = 7_000;

    /** A link from somebody to a listener. */
    private record Link(String from, String fromRegion, String to, String toRegion, String listen) {}

    private final RunPlan plan;
    private final LoopbackSlot slot;
    private final Map<String, Link> links = new LinkedHashMap<>();

    ProcessLinks(RunPlan plan, LoopbackSlot slot) {
        this.plan = plan;
        this.slot = slot;
        var regionByIp = new HashMap<String, String>();
        plan.nodes().forEach(node -> regionByIp.put(node.ip(), node.region()));
        for (var node : plan.nodes()) {
            for (var listener : node.dialled()) {
                var region = regionByIp.get(listener.substring(0, listener.lastIndexOf(':')));
                if (region == null) {
                    throw new IllegalStateException(node.name() + " dials " + listener + ", where no node is");
                }
                add(node.name(), node.region(), listener, region);
            }
        }
        watched().forEach(way -> add("watcher-" + way.from(), way.from(), watcher(way.to()), way.to()));
    }

    private void add(String from, String fromRegion, String to, String toRegion) {
        var listen = slot.harness(0) + ":" + (FIRST_PORT + links.size());
        links.put(key(from, to), new Link(from, fromRegion, to, toRegion, listen));
    }

    private static String key(String from, String to) {
        return from + ">" + to;
    }

    private Set<Way> watched() {
        var ways = new LinkedHashSet<Way>();
        for (var fault : plan.faults()) {
            if (fault instanceof LinkFault link) {
                for (var way : link.ways()) {
                    ways.add(way);
                    ways.add(way.back());
                }
            }
        }
        return ways;
    }

    /** What a node connects to so as to reach a listener. */
    String dial(NodePlan node, String listener) {
        return listen(node.name(), listener);
    }

    /** Where the watcher of a region listens. */
    String watcher(String region) {
        return slot.harness(plan.topology().codes().indexOf(region) + 1) + ":" + WATCHER_PORT;
    }

    /** What the watcher of one region connects to so as to reach that of another. */
    String watchLink(String from, String to) {
        return listen("watcher-" + from, watcher(to));
    }

    private String listen(String from, String to) {
        var link = links.get(key(from, to));
        if (link == null) {
            throw new IllegalArgumentException("there is no link from " + from + " to " + to);
        }
        return link.listen();
    }

    /** How many links there are. */
    int count() {
        return links.size();
    }

    /** Makes all of them. */
    void build(LinkPlane plane) throws IOException {
        for (var link : links.values()) {
            var name = key(link.from(), link.to());
            if (link.fromRegion().equals(link.toRegion())) {
                plane.add(name, link.listen(), link.to());
            } else {
                plane.add(
                        name,
                        link.listen(),
                        link.to(),
                        new Way(link.fromRegion(), link.toRegion()),
                        oneWay(link.fromRegion(), link.toRegion()));
            }
        }
    }

    private Duration oneWay(String from, String to) {
        return RoundTrip.between(region(from).region(), region(to).region()).dividedBy(2);
    }

    private RegionPlan region(String code) {
        return plan.topology()
                .region(code)
                .orElseThrow(() -> new IllegalArgumentException("the topology has no region " + code));
    }
}
