package dev.gridlock.engine.finding;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Why a finding is believed.
 *
 * @param facts what was observed, by name, in the order in which a reader should meet it
 * @param prose the same in one sentence
 */
public record Evidence(Map<String, String> facts, String prose) {

    public Evidence {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /** The fact of this name. */
    public Optional<String> fact(String name) {
        return Optional.ofNullable(facts.get(name));
    }

    /** The same evidence with one more fact at the end; a fact of that name is replaced where it stands. */
    public Evidence with(String name, String value) {
        var more = new LinkedHashMap<>(facts);
        more.put(name, value);
        return new Evidence(more, prose);
    }
}
