package dev.gridlock.engine.topology;

import java.time.Duration;

/**
 * The round trip between two regions, from their coordinates alone.
 *
 * <p>Light in fibre covers 200 km in a millisecond, so a round trip takes a millisecond for each 100 km. Cables do not
 * follow the great circle: the way is taken to be {@value #ROUTE_FACTOR} times as long. Half a millisecond is added for
 * the equipment at both ends:
 *
 * <pre>round trip in ms = great-circle km / 100 * 1.75 + 0.5</pre>
 *
 * <p>The factor is a compromise: straight submarine cables come nearer to 1.4, crooked overland ways exceed 2. Between
 * two nodes of one region the round trip is 0.4 ms. The result is rounded to whole microseconds and is the same on
 * every machine ({@link StrictMath}).
 */
public final class RoundTrip {

    /** Round trip between two nodes of one region. */
    public static final Duration WITHIN_REGION = Duration.ofNanos(400_000);

    /** Kilometres of great circle that a round trip covers in a millisecond. */
    private static final double KILOMETRES_PER_MILLISECOND = 100;

    /** Length of the cable as a multiple of the great circle. */
    private static final double ROUTE_FACTOR = 1.75;

    private static final double EQUIPMENT_MILLISECONDS = 0.5;

    /** Mean radius of the Earth (IUGG R1). */
    private static final double EARTH_RADIUS_KILOMETRES = 6_371.009;

    private RoundTrip() {}

    /** The round trip, without load or jitter; the same in both directions. Half of it is the one-way latency. */
    public static Duration between(Region a, Region b) {
        if (a.code().equals(b.code())) {
            return WITHIN_REGION;
        }
        double milliseconds =
                greatCircleKilometres(a, b) / KILOMETRES_PER_MILLISECOND * ROUTE_FACTOR + EQUIPMENT_MILLISECONDS;
        return Duration.ofNanos(StrictMath.round(milliseconds * 1_000) * 1_000);
    }

    /** Shortest way over the surface, by the haversine formula on a sphere. */
    static double greatCircleKilometres(Region a, Region b) {
        double latitudeA = StrictMath.toRadians(a.latitude());
        double latitudeB = StrictMath.toRadians(b.latitude());
        double halfLatitudes = StrictMath.sin((latitudeB - latitudeA) / 2);
        double halfLongitudes = StrictMath.sin(StrictMath.toRadians(b.longitude() - a.longitude()) / 2);
        double h = halfLatitudes * halfLatitudes
                + StrictMath.cos(latitudeA) * StrictMath.cos(latitudeB) * halfLongitudes * halfLongitudes;
        return 2 * EARTH_RADIUS_KILOMETRES * StrictMath.asin(StrictMath.sqrt(StrictMath.min(1, h)));
    }
}
