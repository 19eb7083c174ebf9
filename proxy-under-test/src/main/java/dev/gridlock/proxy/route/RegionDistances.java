package dev.gridlock.proxy.route;

import java.util.Map;

/**
 * How far each region is from this proxy's.
 *
 * @param roundTripMillis by region; one that is not there is farther than all others
 */
public record RegionDistances(Map<String, Double> roundTripMillis) {

    /** Keeps a copy. */
    public RegionDistances {
        roundTripMillis = Map.copyOf(roundTripMillis);
    }

    /** The round trip in milliseconds; infinite for an unknown region. */
    public double millis(String region) {
        return roundTripMillis.getOrDefault(region, Double.POSITIVE_INFINITY);
    }
}
