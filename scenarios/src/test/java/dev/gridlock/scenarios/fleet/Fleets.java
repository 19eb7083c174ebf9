package dev.gridlock.scenarios.fleet;

import dev.gridlock.engine.sut.AddressScheme;
import dev.gridlock.engine.sut.SettingSpec;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.engine.topology.Regions;
import dev.gridlock.engine.topology.Topology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Small fleets for tests. */
final class Fleets {

    private Fleets() {}

    /** Warsaw with two stores and three proxies, Ashburn with one of each. */
    static Topology twoRegions() {
        return new Topology(List.of(
                new RegionPlan(Regions.byCode("waw").orElseThrow(), 2, 3, 4, 4.0),
                new RegionPlan(Regions.byCode("iad").orElseThrow(), 1, 1, 4, 1.0)));
    }

    static FleetLayout layout() {
        return new FleetLayout(twoRegions(), AddressScheme.PRIVATE);
    }

    static FleetSettings settings(Map<String, String> changed) {
        var values = new LinkedHashMap<String, String>();
        for (SettingSpec spec : FleetSettings.SPECS) {
            values.put(spec.key(), changed.getOrDefault(spec.key(), spec.defaultValue()));
        }
        return new FleetSettings(values);
    }

    static FleetPlan plan() {
        return new FleetPlan(layout(), settings(Map.of()));
    }
}
