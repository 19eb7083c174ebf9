package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.NearestName;
import dev.gridlock.engine.scenario.Position;
import dev.gridlock.engine.scenario.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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
    private final List<Map<String, ? extends Form<?>>> missingChoices = new ArrayList<>();

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

    /**
     * The value of the one key that must be there out of several.
     *
     * @param choices the forms of the keys, in the order in which messages list them
     */
    <T> Optional<T> requiredOneOf(Map<String, Form<T>> choices) {
        known.addAll(choices.keySet());
        var present = choices.keySet().stream()
                .filter(key -> mapping.get(key).isPresent())
                .toList();
        if (present.isEmpty()) {
            missingChoices.add(choices);
            return Optional.empty();
        }
        var first = present.getFirst();
        if (present.size() > 1) {
            problems.report(
                    at(present.get(1)),
                    "'" + present.get(1) + "' beside '" + first + "'",
                    "only one of the keys " + String.join(", ", choices.keySet()));
            return Optional.empty();
        }
        return choices.entrySet().stream()
                .filter(choice -> choice.getKey().equals(first))
                .findFirst()
                .flatMap(choice ->
                        mapping.get(first).flatMap(node -> choice.getValue().read(node, problems)));
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
                var nearest = NearestName.of(key.text(), absent()).or(() -> NearestName.of(key.text(), known));
                nearest.ifPresent(name -> {
                    missing.remove(name);
                    missingChoices.removeIf(choices -> choices.containsKey(name));
                });
                problems.report(
                        key.at(),
                        key.text().isEmpty() ? "an empty key" : "unknown key " + key.quoted(),
                        expectedKeys(),
                        nearest);
            }
        }
        missing.forEach((key, form) ->
                problems.report(mapping.at(), "no '" + key + "'", "the key '" + key + "' with " + form.expected()));
        for (var choices : missingChoices) {
            problems.report(
                    mapping.at(),
                    "none of the keys " + String.join(", ", choices.keySet()),
                    choices.entrySet().stream()
                            .map(choice -> "'" + choice.getKey() + "' with "
                                    + choice.getValue().expected())
                            .collect(Collectors.joining(", or ")));
        }
        return problems.count() == problemsBefore;
    }

    /** Keys that should be there, or might be. */
    private List<String> absent() {
        var absent = new ArrayList<>(missing.keySet());
        missingChoices.forEach(choices -> absent.addAll(choices.keySet()));
        return absent;
    }

    private String expectedKeys() {
        return known.size() == 1 ? "the key " + known.getFirst() : "one of the keys " + String.join(", ", known);
    }
}
