package dev.gridlock.engine.scenario;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.topology.Topology;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything a run needs but the seed and the variant.
 *
 * @param name lower-case letters, digits and dashes
 * @param title one line
 * @param about prose, may be empty
 * @param topology regions and nodes
 * @param system what is run, with the settings that every variant starts from
 * @param duration how long workloads and faults go on, greater than zero
 * @param quiesce how long the world is left alone afterwards, zero or more
 * @param workloads in the order written
 * @param faults in the order written
 * @param expectations what a single run must show, in the order written
 * @param variants by name in the order written, at least one; a scenario without variants has one named {@value
 *     Variant#ONLY} that changes nothing
 * @param searchSeeds most seeds that a search tries for each variant, at least 1
 * @param note what differs on the backend that the scenario was read for, one line; may be empty
 * @param source where the scenario was read from
 */
public record Scenario(
        String name,
        String title,
        String about,
        Topology topology,
        SystemSpec system,
        Duration duration,
        Duration quiesce,
        List<Workload> workloads,
        List<Fault> faults,
        List<Expectation> expectations,
        Map<String, Variant> variants,
        int searchSeeds,
        String note,
        ScenarioSource source) {

    /** Copies the collections, keeps their order, and checks the bounds stated above. */
    public Scenario {
        if (!duration.isPositive()) {
            throw new IllegalArgumentException("duration must be greater than zero, was " + duration);
        }
        if (quiesce.isNegative()) {
            throw new IllegalArgumentException("quiesce must not be negative, was " + quiesce);
        }
        if (variants.isEmpty()) {
            throw new IllegalArgumentException("a scenario needs at least one variant");
        }
        if (searchSeeds < 1) {
            throw new IllegalArgumentException("searchSeeds must be at least 1, was " + searchSeeds);
        }
        workloads = List.copyOf(workloads);
        faults = List.copyOf(faults);
        expectations = List.copyOf(expectations);
        variants = Collections.unmodifiableMap(new LinkedHashMap<>(variants));
    }

    /**
     * One variant by name.
     *
     * @throws IllegalArgumentException when there is none of that name; the message lists the names
     */
    public Variant variant(String variantName) {
        var variant = variants.get(variantName);
        if (variant == null) {
            throw new IllegalArgumentException("scenario " + name + " has no variant '" + variantName + "', it has "
                    + String.join(", ", variants.keySet()));
        }
        return variant;
    }

    /**
     * The settings written for a variant: the system's, overlaid with the variant's own. Defaults of the system under
     * test are not filled in.
     *
     * @throws IllegalArgumentException when there is no variant of that name
     */
    public Map<String, String> settingsOf(String variantName) {
        var merged = new LinkedHashMap<>(system.settings());
        merged.putAll(variant(variantName).settings());
        return Collections.unmodifiableMap(merged);
    }

    /** From the start of the workload to the end of the quiet time. */
    public Duration total() {
        return duration.plus(quiesce);
    }
}
