package dev.gridlock.engine.scenario;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The system that a scenario runs.
 *
 * @param use id of a system under test, such as {@code regional-fleet}
 * @param settings by key in the order written; durations keep their text, such as {@code 200us}
 */
public record SystemSpec(String use, Map<String, String> settings) {

    /** Copies the map, keeping its order. */
    public SystemSpec {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }
}
