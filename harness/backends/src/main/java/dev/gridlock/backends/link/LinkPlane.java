package dev.gridlock.backends.link;

import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.Way;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The links of a run: a proxy of a Toxiproxy server for each pair of a program and a listener that it connects to. Each is
 * as slow as the distance of their regions from the start, and faults come on top, which compose and heal one by one. One
 * thread at a time.
 */
public final class LinkPlane {

    /** A fault in force under a name of its own, on these lanes. */
    private record Hurt(String name, List<Lane> lanes) {}

    private final ToxiproxyClient client;
    private final List<Lane> lanes = new ArrayList<>();
    private final Map<LinkFault, Deque<Hurt>> inForce = new HashMap<>();
    private int faults;

    /** Links on a server that nobody else changes. */
    public LinkPlane(ToxiproxyClient client) {
        this.client = client;
    }

    /**
     * Adds a link within a region, which no fault hurts.
     *
     * @param name unique among the links
     * @param listen {@code IP:PORT} where it listens
     * @param target {@code IP:PORT} to which it leads
     */
    public void add(String name, String listen, String target) throws IOException {
        client.createProxy(name, listen, target);
    }

    /**
     * Adds a link between regions.
     *
     * @param way from the region that connects to the region that listens
     * @param oneWay how long things take each way, with a jitter of a tenth, in whole milliseconds
     */
    public void add(String name, String listen, String target, Way way, Duration oneWay) throws IOException {
        var proxy = client.createProxy(name, listen, target);
        lanes.add(Lane.create(proxy, ToxicDirection.UPSTREAM, way, oneWay));
        lanes.add(Lane.create(proxy, ToxicDirection.DOWNSTREAM, way.back(), oneWay));
    }

    /**
     * Brings a fault into force on every link that it names, or on none.
     *
     * @throws IOException when the server does not take a toxic; those before it are taken back
     */
    public void begin(LinkFault fault) throws IOException {
        var name = "fault-" + ++faults;
        var hurt = new ArrayList<Lane>();
        try {
            for (var lane : lanes) {
                if (fault.ways().contains(lane.way())) {
                    lane.begin(name, fault.effect());
                    hurt.add(lane);
                }
            }
        } catch (IOException failed) {
            for (var lane : hurt) {
                try {
                    lane.end(name);
                } catch (IOException alsoFailed) {
                    failed.addSuppressed(alsoFailed);
                }
            }
            throw failed;
        }
        inForce.computeIfAbsent(fault, _ -> new ArrayDeque<>()).add(new Hurt(name, hurt));
    }

    /**
     * Takes a fault back.
     *
     * @throws IOException when the server does not remove a toxic
     * @throws IllegalStateException when the fault is not in force
     */
    public void end(LinkFault fault) throws IOException {
        var hurt = inForce.getOrDefault(fault, new ArrayDeque<>()).poll();
        if (hurt == null) {
            throw new IllegalStateException("it had not begun: " + fault.describe());
        }
        for (var lane : hurt.lanes()) {
            lane.end(hurt.name());
        }
    }
}
