package dev.gridlock.engine.witness;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.Way;
import dev.gridlock.engine.load.RunClock;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Beacons between all regions whose links a scenario will hurt: every {@value #INTERVAL_MILLIS} ms one each way, on
 * connections opened by either side. They are large enough for the fault to show.
 */
public final class Beacons {

    /** Between two beacons of a stream. */
    static final int INTERVAL_MILLIS = 25;

    /** A limited connection is offered twice what it carries. */
    private static final int OVERLOAD = 2;

    private static final long SLICING_TAKES_NANOS = 40_000_000L;
    private static final int LARGEST = 256 * 1024;

    private final BeaconLog log = new BeaconLog();
    private final Map<Way, Integer> sizes = new LinkedHashMap<>();

    /** Beacons for the links that these faults hurt; none for a list without such faults. */
    public Beacons(List<? extends Fault> faults) {
        for (var fault : faults) {
            if (fault instanceof LinkFault link) {
                for (var way : link.ways()) {
                    sizes.merge(way, size(link.effect()), Math::max);
                    sizes.merge(way.back(), size(link.effect()), Math::max);
                }
            }
        }
    }

    private static int size(LinkEffect effect) {
        long size = switch (effect) {
            case LinkEffect.Delay(var _, var _) -> 0;
            case LinkEffect.Cut(), LinkEffect.BlackHole(), LinkEffect.Reset() -> 0;
            case LinkEffect.Bandwidth(long bytes) -> OVERLOAD * bytes * INTERVAL_MILLIS / 1_000;
            case LinkEffect.Slices(int bytes, var delay) ->
                bytes * Math.ceilDiv(SLICING_TAKES_NANOS, Math.max(1, delay.toNanos()));
        };
        return (int) Math.min(LARGEST, size);
    }

    /** Codes of the regions that send beacons. */
    public Set<String> regions() {
        var regions = new LinkedHashSet<String>();
        sizes.keySet().forEach(way -> regions.add(way.from()));
        return regions;
    }

    /**
     * What has to run in a region: it listens, connects to the other regions, and goes on until it is interrupted.
     *
     * @param listen where a region listens
     * @param dial what one region connects to so as to reach the listener of another
     */
    public BeaconPost post(
            String region,
            RunClock clock,
            Function<String, InetSocketAddress> listen,
            BiFunction<String, String, InetSocketAddress> dial) {
        var peers = new LinkedHashMap<String, InetSocketAddress>();
        var ways = new LinkedHashMap<String, Integer>();
        sizes.forEach((way, size) -> {
            if (way.from().equals(region)) {
                peers.put(way.to(), dial.apply(region, way.to()));
                ways.put(way.to(), size);
            }
        });
        return new BeaconPost(region, listen.apply(region), peers, ways, clock, log);
    }

    /**
     * A judge of what the beacons have met.
     *
     * @param periods when each link fault was in force
     * @param end when the run ended
     */
    public LinkWitness witness(List<FaultPeriod> periods, Duration end) {
        return new LinkWitness(log, periods, end);
    }
}
