package dev.gridlock.engine.sut;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a node said it holds.
 *
 * @param digest a digest of the data, equal exactly when the data is; empty when the node holds nothing to compare
 * @param updates id of the last update by key of the datum, for nodes that tell it; empty otherwise
 */
public record ProbedState(Optional<String> digest, Map<String, String> updates) {

    public ProbedState {
        updates = Collections.unmodifiableMap(new TreeMap<>(updates));
    }
}
