package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.Evidence;
import dev.gridlock.engine.history.Life;
import java.util.LinkedHashMap;
import java.util.Map;

/** Gathers the facts of one piece of evidence in reading order; empty values are left out. */
final class Facts {

    private final Map<String, String> facts = new LinkedHashMap<>();

    Facts put(String name, String value) {
        if (!value.isEmpty()) {
            facts.put(name, value);
        }
        return this;
    }

    Facts put(String name, long value) {
        return put(name, Long.toString(value));
    }

    /** Which start of the node the incident belongs to, so that two incidents of one node can be told apart. */
    Facts start(Life life) {
        return put("start", life.number());
    }

    Evidence saying(String prose) {
        return new Evidence(facts, prose);
    }
}
