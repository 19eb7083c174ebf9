package dev.gridlock.engine.run;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.scenario.Expectation;
import dev.gridlock.engine.scenario.FindingPattern;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.ScenarioSource;
import dev.gridlock.engine.scenario.SystemSpec;
import dev.gridlock.engine.scenario.Variant;
import dev.gridlock.engine.scenario.Workload;
import dev.gridlock.engine.topology.Region;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.engine.topology.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Scenarios for tests, on two regions. */
final class Scenarios {

    static final FindingPattern ANY = new FindingPattern(Optional.empty(), Optional.empty());

    private Scenarios() {}

    static Scenario with(List<Variant> variants, int seeds) {
        return scenario(variants, seeds, List.of(), "two-nodes", Map.of());
    }

    static Scenario withFaults(Fault... faults) {
        return scenario(List.of(Variant.only()), 1, List.of(faults), "two-nodes", Map.of());
    }

    static Scenario withSettings(String system, Map<String, String> settings) {
        return scenario(List.of(Variant.only()), 1, List.of(), system, settings);
    }

    private static Scenario scenario(
            List<Variant> variants, int seeds, List<Fault> faults, String system, Map<String, String> settings) {
        var byName = new LinkedHashMap<String, Variant>();
        variants.forEach(variant -> byName.put(variant.name(), variant));
        return new Scenario(
                "small",
                "A small scenario",
                "",
                new Topology(List.of(
                        new RegionPlan(new Region("iad", "Ashburn", 39, -77), 1, 1, 4, 1),
                        new RegionPlan(new Region("waw", "Warsaw", 52, 21), 1, 1, 4, 4))),
                new SystemSpec(system, settings),
                Duration.ofMillis(200),
                Duration.ofMillis(300),
                List.of(
                        new Workload.UpdateStorm(Duration.ZERO, Duration.ofMillis(150), 200, List.of("iad"), 2, 3),
                        new Workload.Requests(Duration.ZERO, Duration.ofMillis(150), 200, List.of("iad"))),
                faults,
                List.of(new Expectation.NoFinding(ANY), new Expectation.ServedAtLeast(0.9)),
                byName,
                seeds,
                "",
                new ScenarioSource("small.yaml", Path.of("small.yaml"), List.of("duration=200ms"), "simulator"));
    }

    static Variant variant(String name, List<FindingPattern> reproduces, List<FindingPattern> forbids) {
        return new Variant(name, Map.of(), reproduces, forbids);
    }

    static FindingPattern pattern(FindingKind kind) {
        return new FindingPattern(Optional.of(kind), Optional.empty());
    }

    static FindingPattern pattern(FindingKind kind, String region) {
        return new FindingPattern(Optional.of(kind), Optional.of(region));
    }
}
