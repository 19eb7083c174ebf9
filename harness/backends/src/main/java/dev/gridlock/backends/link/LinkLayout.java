package dev.gridlock.backends.link;

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
import java.util.function.IntFunction;

/**
 * Which links a run needs and where they are: one for each node and listener that it dials, told apart by port; and one
 * each way between regions whose links will be watched. Immutable once made.
 */
public final class LinkLayout {

    private static final int FIRST_PORT = 10_001;
    private static final int WATCHER_PORT = 7_000;

    /**
     * Where links and watchers are; regions by number, from 1.
     *
     * @param listen the address at which the server listens
     * @param dial the address at which a region reaches the server
     * @param watcher the address of a region's watcher
     */
    public record Hosts(String listen, IntFunction<String> dial, IntFunction<String> watcher) {}

    /** A link from somebody to a listener. */
    private record Link(String from, String fromRegion, String to, String toRegion, int port) {}

    private final RunPlan plan;
    private final Hosts hosts;
    private final Map<String, Link> links = new LinkedHashMap<>();

    /** The links of a plan. */
    public LinkLayout(RunPlan plan, Hosts hosts) {
        this.plan = plan;
        this.hosts = hosts;
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
        links.put(key(from, to), new Link(from, fromRegion, to, toRegion, FIRST_PORT + links.size()));
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
    public String dial(NodePlan node, String listener) {
        return listen(node.name(), listener);
    }

    /** Where the watcher of a region listens. */
    public String watcher(String region) {
        return hosts.watcher().apply(number(region)) + ":" + WATCHER_PORT;
    }

    /** What the watcher of one region connects to so as to reach that of another. */
    public String watchLink(String from, String to) {
        return listen("watcher-" + from, watcher(to));
    }

    private String listen(String from, String to) {
        var link = links.get(key(from, to));
        if (link == null) {
            throw new IllegalArgumentException("there is no link from " + from + " to " + to);
        }
        return hosts.dial().apply(number(link.fromRegion())) + ":" + link.port();
    }

    private int number(String region) {
        return plan.topology().codes().indexOf(region) + 1;
    }

    /** How many links there are. */
    public int count() {
        return links.size();
    }

    /** Makes all of them. */
    public void build(LinkPlane plane) throws IOException {
        for (var link : links.values()) {
            var name = key(link.from(), link.to());
            var listen = hosts.listen() + ":" + link.port();
            if (link.fromRegion().equals(link.toRegion())) {
                plane.add(name, listen, link.to());
            } else {
                plane.add(
                        name,
                        listen,
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
