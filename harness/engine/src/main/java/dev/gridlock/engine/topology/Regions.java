package dev.gridlock.engine.topology;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The built-in regions. A code is the IATA code of an airport, as hosting providers name their places; coordinates are
 * that airport's reference point as published in the aeronautical information of its country, to a hundredth of a
 * degree (about a kilometre).
 */
public final class Regions {

    private static final List<Region> ALL = List.of(
            // Europe
            new Region("waw", "Warsaw", 52.17, 20.97),
            new Region("fra", "Frankfurt", 50.03, 8.57),
            new Region("ams", "Amsterdam", 52.31, 4.76),
            new Region("lhr", "London", 51.48, -0.46),
            new Region("cdg", "Paris", 49.01, 2.55),
            new Region("mad", "Madrid", 40.47, -3.56),
            new Region("lis", "Lisbon", 38.77, -9.13),
            new Region("dub", "Dublin", 53.42, -6.27),
            new Region("arn", "Stockholm", 59.65, 17.92),
            new Region("hel", "Helsinki", 60.32, 24.96),
            new Region("otp", "Bucharest", 44.57, 26.09),
            new Region("mxp", "Milan", 45.63, 8.72),
            new Region("vie", "Vienna", 48.11, 16.57),
            new Region("ist", "Istanbul", 41.26, 28.74),
            // North America
            new Region("iad", "Ashburn", 38.94, -77.46),
            new Region("ewr", "Secaucus", 40.69, -74.17),
            new Region("bos", "Boston", 42.36, -71.01),
            new Region("atl", "Atlanta", 33.64, -84.43),
            new Region("mia", "Miami", 25.79, -80.29),
            new Region("ord", "Chicago", 41.98, -87.90),
            new Region("dfw", "Dallas", 32.90, -97.04),
            new Region("den", "Denver", 39.86, -104.67),
            new Region("phx", "Phoenix", 33.43, -112.01),
            new Region("lax", "Los Angeles", 33.94, -118.41),
            new Region("sjc", "San Jose", 37.36, -121.93),
            new Region("sea", "Seattle", 47.45, -122.31),
            new Region("yyz", "Toronto", 43.68, -79.63),
            new Region("yul", "Montreal", 45.47, -73.74),
            new Region("gdl", "Guadalajara", 20.52, -103.31),
            new Region("qro", "Queretaro", 20.62, -100.19),
            // South America
            new Region("bog", "Bogota", 4.70, -74.15),
            new Region("scl", "Santiago", -33.39, -70.79),
            new Region("gru", "Sao Paulo", -23.43, -46.47),
            new Region("gig", "Rio de Janeiro", -22.81, -43.25),
            new Region("eze", "Buenos Aires", -34.82, -58.54),
            // Asia and the Middle East
            new Region("nrt", "Tokyo", 35.76, 140.39),
            new Region("icn", "Seoul", 37.46, 126.44),
            new Region("tpe", "Taipei", 25.08, 121.23),
            new Region("hkg", "Hong Kong", 22.31, 113.91),
            new Region("sin", "Singapore", 1.36, 103.99),
            new Region("bom", "Mumbai", 19.09, 72.87),
            new Region("del", "Delhi", 28.57, 77.10),
            new Region("dxb", "Dubai", 25.25, 55.36),
            // Africa and Oceania
            new Region("jnb", "Johannesburg", -26.13, 28.24),
            new Region("cpt", "Cape Town", -33.97, 18.60),
            new Region("nbo", "Nairobi", -1.32, 36.93),
            new Region("syd", "Sydney", -33.95, 151.18),
            new Region("mel", "Melbourne", -37.67, 144.84),
            new Region("akl", "Auckland", -37.01, 174.79));

    private static final Map<String, Region> BY_CODE =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Region::code, Function.identity()));

    private Regions() {}

    /** All of them, continent by continent. */
    public static List<Region> all() {
        return ALL;
    }

    /** The region of a code, compared exactly. */
    public static Optional<Region> byCode(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }
}
