package dev.gridlock.engine.sut;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a node said it holds. Nodes that tell a digest of the same thing must tell the same digest.
 *
 * @param digests digests by what was digested, a noun phrase for messages such as {@code the catalog of app-3}; equal
 *     exactly when the data is
 * @param updates id of the last update by key of the datum, empty text for one that no update changed; empty when the
 *     node was not asked for it
 */
public record ProbedState(Map<String, String> digests, Optional<Map<String, String>> updates) {

    public ProbedState {
        digests = Collections.unmodifiableMap(new TreeMap<>(digests));
        updates = updates.map(byKey -> Collections.unmodifiableMap(new TreeMap<>(byKey)));
    }

    /** One digest. */
    public static ProbedState digest(String what, String digest) {
        return new ProbedState(Map.of(what, digest), Optional.empty());
    }

    /** A node that holds nothing to compare. */
    public static ProbedState nothing() {
        return new ProbedState(Map.of(), Optional.empty());
    }
}
