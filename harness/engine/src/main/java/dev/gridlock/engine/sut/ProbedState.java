package dev.gridlock.engine.sut;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a node said it holds.
 *
 * @param digest a digest of the data, equal exactly when the data is; empty when the node holds nothing to compare
 * @param updates id of the last update by key of the datum, empty text for one that no update changed; empty when the
 *     node was not asked for it
 */
public record ProbedState(Optional<String> digest, Optional<Map<String, String>> updates) {

    public ProbedState {
        updates = updates.map(byKey -> Collections.unmodifiableMap(new TreeMap<>(byKey)));
    }

    /** A digest alone. */
    public static ProbedState digest(String digest) {
        return new ProbedState(Optional.of(digest), Optional.empty());
    }

    /** The last updates alone. */
    public static ProbedState updates(Map<String, String> updates) {
        return new ProbedState(Optional.empty(), Optional.of(updates));
    }

    /** A node that holds nothing to compare. */
    public static ProbedState nothing() {
        return new ProbedState(Optional.empty(), Optional.empty());
    }
}
