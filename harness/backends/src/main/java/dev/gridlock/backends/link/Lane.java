package dev.gridlock.backends.link;

import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.Way;
import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One direction of a link.
 *
 * <p>All that delays it is one toxic, whose latency is the sum. Of two latency toxics in a row Toxiproxy 2.12 lets a stream
 * feel little more than the greater: the second takes the time that a chunk has queued at the first for time that it has
 * waited already.
 */
final class Lane {

    /** Long enough for everything that is held to arrive when the fault ends, and not before. */
    private static final long HELD_MILLIS = Duration.ofDays(1).toMillis();

    private static final int JITTER_PART = 10;
    private static final int BYTES_PER_KILOBYTE = 1_000;

    private final Proxy proxy;
    private final ToxicDirection direction;
    private final Way way;
    private final Duration distance;
    private final Latency delay;
    private final Map<String, LinkEffect.Delay> delays = new LinkedHashMap<>();

    private Lane(Proxy proxy, ToxicDirection direction, Way way, Duration distance, Latency delay) {
        this.proxy = proxy;
        this.direction = direction;
        this.way = way;
        this.distance = distance;
        this.delay = delay;
    }

    /** A direction of a link that is as slow as the distance says, with a jitter of a tenth. */
    static Lane create(Proxy proxy, ToxicDirection direction, Way way, Duration distance) throws IOException {
        var name = "delay-" + direction.name().toLowerCase(Locale.ROOT);
        var lane =
                new Lane(proxy, direction, way, distance, proxy.toxics().latency(name, direction, distance.toMillis()));
        lane.delay();
        return lane;
    }

    /** From which region to which things travel on it. */
    Way way() {
        return way;
    }

    /** Brings an effect about under a name that no other has. */
    void begin(String name, LinkEffect effect) throws IOException {
        var toxics = proxy.toxics();
        var toxic = toxic(name);
        switch (effect) {
            case LinkEffect.Delay more -> {
                delays.put(name, more);
                delay();
            }
            case LinkEffect.Cut() -> toxics.latency(toxic, direction, HELD_MILLIS);
            case LinkEffect.BlackHole() -> toxics.timeout(toxic, direction, 0);
            case LinkEffect.Reset() -> toxics.resetPeer(toxic, direction, 0);
            case LinkEffect.Bandwidth(long bytes) -> toxics.bandwidth(toxic, direction, bytes / BYTES_PER_KILOBYTE);
            case LinkEffect.Slices(int bytes, var apart) ->
                toxics.slicer(toxic, direction, bytes, apart.toNanos() / 1_000).setSizeVariation(bytes / 2);
        }
    }

    /** Takes the effect of that name back. */
    void end(String name) throws IOException {
        if (delays.remove(name) == null) {
            proxy.toxics().get(toxic(name)).remove();
        } else {
            delay();
        }
    }

    private String toxic(String name) {
        return name + "-" + direction.name().toLowerCase(Locale.ROOT);
    }

    /** Toxiproxy's jitter goes both ways from the latency, that of a fault on top of it. */
    private void delay() throws IOException {
        long latency = distance.toMillis();
        long jitter = distance.toMillis() / JITTER_PART;
        for (var more : delays.values()) {
            latency += more.add().toMillis() + more.jitter().toMillis() / 2;
            jitter += more.jitter().toMillis() / 2;
        }
        delay.setLatency(latency);
        delay.setJitter(jitter);
    }
}
