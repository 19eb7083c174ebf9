package dev.gridlock.engine.scenario;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One way to run a scenario, with what it is known to show.
 *
 * @param name unique in the scenario
 * @param settings overlaid on the system's, in the order written
 * @param reproduces findings that some seed must show, all of them in one run; empty for a variant that is healthy
 * @param forbids findings that no run may show
 */
public record Variant(
        String name, Map<String, String> settings, List<FindingPattern> reproduces, List<FindingPattern> forbids) {

    /** Name of the one variant of a scenario that declares none. */
    public static final String ONLY = "default";

    /** Copies the collections, keeping their order. */
    public Variant {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        reproduces = List.copyOf(reproduces);
        forbids = List.copyOf(forbids);
    }

    /** The variant of a scenario that declares none. */
    public static Variant only() {
        return new Variant(ONLY, Map.of(), List.of(), List.of());
    }
}
