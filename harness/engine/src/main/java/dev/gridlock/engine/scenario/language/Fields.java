package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.NearestName;
import dev.gridlock.engine.scenario.Position;
import dev.gridlock.engine.scenario.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of one mapping while it is read. The keys that a reader asks for are the keys that are valid, so the two
 * cannot differ; {@link #sound()} then reports every other key. Not safe for threads.
 */
final class Fields {

    private final YamlNode.Mapping mapping;
    private final Problems problems;
    private final int problemsBefore;
    private final List<String> known = new ArrayList<>();
    private final Map<String, Form<?>> missing = new LinkedHashMap<>();

    Fields(YamlNode.Mapping mapping, Problems problems) {
        this.mapping = mapping;
        this.problems = problems;
        this.problemsBefore = problems.count();
    }

    /** The value of a key that may be left out; empty too when the value is wrong, which is then reported. */
    <T> Optional<T> optional(String key, Form<T> form) {
        known.add(key);
        return mapping.get(key).flatMap(node -> form.read(node, problems));
    }

    /** The value of a key that must be there; empty when it is missing or wrong, which is then reported. */
    <T> Optional<T> required(String key, Form<T> form) {
        if (mapping.get(key).isEmpty()) {
            missing.put(key, form);
        }
        return optional(key, form);
    }

    /** Where the value of a key begins; the mapping itself when the key is left out. */
    Position at(String key) {
        return mapping.get(key).map(YamlNode::at).orElse(mapping.at());
    }

    /**
     * Reports every key that nobody asked for and every one that is missing, and tells whether the whole mapping was
     * read without a problem. A missing key that is there misspelt makes one problem.
     */
    boolean sound() {
        for (var entry : mapping.entries()) {
            var key = entry.key();
            if (problems.isFull()) {
                break;
            }
            if (!known.contains(key.text())) {
                var nearest = NearestName.of(key.text(), missing.keySet()).or(() -> NearestName.of(key.text(), known));
                nearest.ifPresent(missing::remove);
                problems.report(
                        key.at(),
                        key.text().isEmpty() ? "an empty key" : "unknown key " + key.quoted(),
                        expectedKeys(),
                        nearest);
            }
        }
        missing.forEach((key, form) ->
                problems.report(mapping.at(), "no '" + key + "'", "the key '" + key + "' with " + form.expected()));
        return problems.count() == problemsBefore;
    }

    private String expectedKeys() {
        return known.size() == 1 ? "the key " + known.getFirst() : "one of the keys " + String.join(", ", known);
    }
}
