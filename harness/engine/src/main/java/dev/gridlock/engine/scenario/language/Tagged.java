package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.NearestName;
import dev.gridlock.engine.scenario.yaml.YamlNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** List items of the form {@code - kind: value}, where the kind says how the value is read. */
final class Tagged {

    private Tagged() {}

    /**
     * A form of such items.
     *
     * @param what the noun for messages, such as {@code workload}
     * @param kinds how the value of each kind is read, in the order that messages list them
     */
    static <T> Form<T> oneOf(String what, Map<String, Form<? extends T>> kinds) {
        var names = List.copyOf(kinds.keySet());
        var expected = "a mapping of one key: " + String.join(" or ", names);
        return new Form<>(expected, (node, problems) -> {
            if (!(node instanceof YamlNode.Mapping mapping) || mapping.entries().isEmpty()) {
                problems.report(node.at(), node.described(), expected);
                return Optional.empty();
            }
            var entry = mapping.entries().getFirst();
            var kind = entry.key();
            var form = kinds.get(kind.text());
            if (form == null) {
                problems.report(
                        kind.at(),
                        "unknown " + what + " " + kind.quoted(),
                        "one of " + String.join(", ", names),
                        NearestName.of(kind.text(), names));
                return Optional.empty();
            }
            if (mapping.entries().size() > 1) {
                var second = mapping.entries().get(1).key();
                problems.report(
                        second.at(),
                        second.quoted() + " beside " + kind.quoted(),
                        kinds.containsKey(second.text())
                                ? "one " + what + " in each item of the list"
                                : "it deeper than " + kind.quoted() + ", two spaces more");
                return Optional.empty();
            }
            // Widened here: a form of a subtype is a form of T, which the compiler cannot see through Optional.
            return form.read(entry.value(), problems).map(value -> value);
        });
    }
}
