package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.yaml.YamlNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a value must look like.
 *
 * @param expected the form in words, for messages: {@code a duration such as 3s}
 * @param reading reads a value; reports what is wrong with it and then returns empty
 */
record Form<T>(String expected, Reading<T> reading) {

    /** Reads a node of the tree. */
    @FunctionalInterface
    interface Reading<T> {
        Optional<T> read(YamlNode node, Problems problems);
    }

    Optional<T> read(YamlNode node, Problems problems) {
        return reading.read(node, problems);
    }

    /** A form of texts; a list, a mapping or nothing at all is reported here. */
    static <T> Form<T> ofText(String expected, Function<YamlNode.Scalar, Parsed<T>> parsing) {
        return new Form<>(expected, (node, problems) -> {
            if (!(node instanceof YamlNode.Scalar scalar) || scalar.text().isEmpty()) {
                problems.report(node.at(), node.described(), expected);
                return Optional.empty();
            }
            return switch (parsing.apply(scalar)) {
                case Parsed.Value<T>(var value) -> Optional.of(value);
                case Parsed.Wrong<T>(var found, var wanted, var nearest) -> {
                    problems.report(node.at(), found, wanted, nearest);
                    yield Optional.empty();
                }
            };
        });
    }

    /** A form of mappings; an empty value counts as an empty mapping. */
    static Form<YamlNode.Mapping> mapping(String expected) {
        return new Form<>(expected, (node, problems) -> switch (node) {
            case YamlNode.Mapping mapping -> Optional.of(mapping);
            case YamlNode.Scalar(var at, var text)
            when text.isEmpty() -> Optional.of(new YamlNode.Mapping(at, List.of()));
            default -> {
                problems.report(node.at(), node.described(), expected);
                yield Optional.empty();
            }
        });
    }

    /** A list whose items have a form. Items that are wrong are reported and left out. */
    static <T> Form<List<T>> listOf(String expected, Form<T> item) {
        return new Form<>(expected, (node, problems) -> {
            if (!(node instanceof YamlNode.Sequence sequence)) {
                problems.report(node.at(), node.described(), expected);
                return Optional.empty();
            }
            var values = new ArrayList<T>();
            for (var itemNode : sequence.items()) {
                if (problems.isFull()) {
                    break;
                }
                item.read(itemNode, problems).ifPresent(values::add);
            }
            return Optional.of(List.copyOf(values));
        });
    }

    /** A list in which no value may come twice. */
    static <T> Form<List<T>> setOf(String expected, Form<T> item) {
        return new Form<>(expected, (node, problems) -> {
            var seen = new HashSet<T>();
            var once = new Form<T>(item.expected(), (itemNode, itemProblems) -> {
                var value = item.read(itemNode, itemProblems);
                value.ifPresent(present -> {
                    if (!seen.add(present)) {
                        itemProblems.report(
                                itemNode.at(), itemNode.described() + " a second time", "each item of the list once");
                    }
                });
                return value;
            });
            return listOf(expected, once).read(node, problems);
        });
    }
}
