package dev.gridlock.backends.link;

import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.Way;
import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The links of a run: a proxy of a Toxiproxy server for each pair of a program and a listener that it connects to. Each is
 * as slow as the distance of their regions from the start, and faults are toxics on top, which compose and heal one by
 * one. One thread at a time.
 */
public final class LinkPlane {

    /** Long enough for everything that is held to arrive when the fault ends, and not before. */
    private static final long HELD_MILLIS = Duration.ofDays(1).toMillis();

    private static final int JITTER_PART = 10;
    private static final int BYTES_PER_KILOBYTE = 1_000;

    private record Link(Way way, Proxy proxy) {}

    private record Toxic(Proxy proxy, String name) {}

    private final ToxiproxyClient client;
    private final List<Link> links = new ArrayList<>();
    private final Map<LinkFault, Deque<List<Toxic>>> inForce = new HashMap<>();
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
        if (oneWay.toMillis() > 0) {
            for (var direction : ToxicDirection.values()) {
                proxy.toxics()
                        .latency("distance-" + direction.name().toLowerCase(Locale.ROOT), direction, oneWay.toMillis())
                        .setJitter(oneWay.toMillis() / JITTER_PART);
            }
        }
        links.add(new Link(way, proxy));
    }

    /**
     * Brings a fault into force on every link that it names, or on none.
     *
     * @throws IOException when the server does not take a toxic; those before it are taken back
     */
    public void begin(LinkFault fault) throws IOException {
        var name = "fault-" + ++faults;
        var toxics = new ArrayList<Toxic>();
        try {
            for (var link : links) {
                if (fault.ways().contains(link.way())) {
                    toxics.add(hurt(link.proxy(), name + "-up", ToxicDirection.UPSTREAM, fault.effect()));
                }
                if (fault.ways().contains(link.way().back())) {
                    toxics.add(hurt(link.proxy(), name + "-down", ToxicDirection.DOWNSTREAM, fault.effect()));
                }
            }
        } catch (IOException failed) {
            try {
                remove(toxics);
            } catch (IOException alsoFailed) {
                failed.addSuppressed(alsoFailed);
            }
            throw failed;
        }
        inForce.computeIfAbsent(fault, _ -> new ArrayDeque<>()).add(toxics);
    }

    /**
     * Takes a fault back.
     *
     * @throws IOException when the server does not remove a toxic
     * @throws IllegalStateException when the fault is not in force
     */
    public void end(LinkFault fault) throws IOException {
        var begun = inForce.getOrDefault(fault, new ArrayDeque<>()).poll();
        if (begun == null) {
            throw new IllegalStateException("it had not begun: " + fault.describe());
        }
        remove(begun);
    }

    private static void remove(List<Toxic> toxics) throws IOException {
        for (var toxic : toxics) {
            toxic.proxy().toxics().get(toxic.name()).remove();
        }
    }

    private static Toxic hurt(Proxy proxy, String name, ToxicDirection direction, LinkEffect effect)
            throws IOException {
        var toxics = proxy.toxics();
        switch (effect) {
            // Toxiproxy's jitter goes both ways from the latency, ours on top of it.
            case LinkEffect.Delay(var add, var jitter) ->
                toxics.latency(name, direction, add.toMillis() + jitter.toMillis() / 2)
                        .setJitter(jitter.toMillis() / 2);
            case LinkEffect.Cut() -> toxics.latency(name, direction, HELD_MILLIS);
            case LinkEffect.BlackHole() -> toxics.timeout(name, direction, 0);
            case LinkEffect.Reset() -> toxics.resetPeer(name, direction, 0);
            case LinkEffect.Bandwidth(long bytes) -> toxics.bandwidth(name, direction, bytes / BYTES_PER_KILOBYTE);
            case LinkEffect.Slices(int bytes, var delay) ->
                toxics.slicer(name, direction, bytes, delay.toNanos() / 1_000).setSizeVariation(bytes / 2);
        }
        return new Toxic(proxy, name);
    }
}
