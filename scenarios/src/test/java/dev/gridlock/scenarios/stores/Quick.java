package dev.gridlock.scenarios.stores;

import dev.gridlock.engine.topology.Region;
import dev.gridlock.engine.topology.Regions;
import java.util.ArrayList;
import java.util.List;

/** Configurations and places for small fleets that are to be done soon. */
final class Quick {
    private Quick() {}

    /**
     * A configuration with the fast membership and short pauses.
     *
     * @param gossip lines for the table {@code [gossip]}
     * @param tables more tables, not {@code [membership]} or {@code [telemetry]}
     */
    static String toml(String toml, String gossip, String tables) {
        return toml.replace("[gossip]", "[gossip]\ninterval = \"20ms\"\n" + gossip) + """
            [membership]
            profile = "fast"
            [telemetry]
            update_column = "update_id"
            """ + tables;
    }

    /** Short pauses between catch-ups. */
    static String catchUpEvery(String shortest, String longest) {
        return "[perf]\nmin_sync_backoff = \"%s\"\nmax_sync_backoff = \"%s\"\n[sync]\ntimeout = \"1s\"\n"
                .formatted(shortest, longest);
    }

    /** One store in each region, {@code store-<code>-1}, that knows of the first five. */
    static List<StoreFleet.Place> oneIn(String... codes) {
        List<StoreFleet.Place> places = new ArrayList<>();
        for (String code : codes) {
            places.add(place(code, 1, List.of()));
        }
        return places;
    }

    /** A store {@code store-<code>-<number>} with the table of machines. */
    static StoreFleet.Place place(String code, int number, List<String> bootstrap) {
        return place(code, number, bootstrap, StoreFleet.SCHEMA);
    }

    /** A store {@code store-<code>-<number>}. */
    static StoreFleet.Place place(String code, int number, List<String> bootstrap, String schema) {
        int index = Regions.all().indexOf(region(code));
        return new StoreFleet.Place(
                "store-" + code + "-" + number, region(code), "10." + (index + 1) + ".0." + number, bootstrap, schema);
    }

    private static Region region(String code) {
        return Regions.byCode(code).orElseThrow();
    }
}
