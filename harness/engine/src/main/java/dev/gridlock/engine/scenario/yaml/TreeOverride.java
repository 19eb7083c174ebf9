package dev.gridlock.engine.scenario.yaml;

import dev.gridlock.engine.scenario.Position;
import dev.gridlock.engine.scenario.Problem;
import dev.gridlock.engine.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One {@code path=value} argument that replaces or adds a value of a tree. The path is keys and list indexes (from 0)
 * joined by dots. Three rules keep paths short and sure:
 *
 * <ul>
 *   <li>an existing key that itself has dots is preferred to a shorter one, so {@code
 *       variants.parking-lot-0.12.3.settings} finds its way;
 *   <li>below a flat key, such as {@code settings}, all that is left of the path is one key;
 *   <li>a list item that is a mapping of one key to a mapping is stepped through, so {@code workload.0.rate} need not
 *       name the kind of workload.
 * </ul>
 *
 * A value that begins with a bracket or brace is YAML; any other is text as it stands. Everything the argument adds is
 * placed at the argument.
 */
public final class TreeOverride {

    /** Longest argument, in characters. */
    private static final int MAX_LENGTH = 1_000;

    private static final int SHOWN_OF_TOO_LONG = 60;

    private final Position at;
    private final List<String> path;
    private final YamlNode value;
    private final Set<String> flatKeys;

    private TreeOverride(Position at, List<String> path, YamlNode value, Set<String> flatKeys) {
        this.at = at;
        this.path = path;
        this.value = value;
        this.flatKeys = flatKeys;
    }

    /**
     * The override that an argument means.
     *
     * @param argument {@code path=value}
     * @param flatKeys keys whose mapping has keys with dots
     * @throws ScenarioException when the argument has no {@code =} or an empty path, or its value is broken YAML
     */
    public static TreeOverride of(String argument, Set<String> flatKeys) throws ScenarioException {
        var at = Position.whole("--set " + argument.replaceAll("\\p{Cc}+", " "));
        if (argument.length() > MAX_LENGTH) {
            throw problem(
                    Position.whole(at.source().substring(0, SHOWN_OF_TOO_LONG) + "…"),
                    "an argument of " + argument.length() + " characters",
                    "at most " + MAX_LENGTH);
        }
        int equals = argument.indexOf('=');
        if (equals < 0) {
            throw problem(at, "no '='", "path=value, such as duration=5s");
        }
        return new TreeOverride(
                at,
                path(at, argument.substring(0, equals)),
                value(at, argument.substring(equals + 1).strip()),
                flatKeys);
    }

    /**
     * The override that an entry of a scenario file means.
     *
     * @param path the keys and list indexes joined by dots
     * @param value what is put there
     * @param flatKeys keys whose mapping has keys with dots
     * @throws ScenarioException when the path is empty or has an empty part
     */
    public static TreeOverride of(YamlNode.Scalar path, YamlNode value, Set<String> flatKeys) throws ScenarioException {
        return new TreeOverride(path.at(), path(path.at(), path.text()), value, flatKeys);
    }

    private static List<String> path(Position at, String text) throws ScenarioException {
        var path = List.of(text.split("\\.", -1));
        if (path.stream().anyMatch(String::isBlank)) {
            throw problem(
                    at, "an empty part in the path", "keys joined by single dots, such as topology.defaults.proxies");
        }
        if (path.size() > YamlParser.MAX_DEPTH) {
            throw problem(at, "a path of " + path.size() + " parts", "at most " + YamlParser.MAX_DEPTH);
        }
        return path;
    }

    private static YamlNode value(Position at, String text) throws ScenarioException {
        if (!text.startsWith("[") && !text.startsWith("{")) {
            return new YamlNode.Scalar(at, text);
        }
        try {
            return moved(YamlParser.parse(at.source(), text).orElseThrow(), at);
        } catch (ScenarioException broken) {
            var problem = broken.problem();
            throw new ScenarioException(
                    new Problem(at, problem.found(), "a value in one line of YAML, such as [waw, fra] or {proxies: 3}"),
                    broken);
        }
    }

    private static YamlNode moved(YamlNode node, Position at) {
        return switch (node) {
            case YamlNode.Scalar scalar -> new YamlNode.Scalar(at, scalar.text());
            case YamlNode.Sequence sequence ->
                new YamlNode.Sequence(
                        at,
                        sequence.items().stream().map(item -> moved(item, at)).toList());
            case YamlNode.Mapping mapping ->
                new YamlNode.Mapping(
                        at,
                        mapping.entries().stream()
                                .map(entry -> new YamlNode.Entry(
                                        new YamlNode.Scalar(at, entry.key().text()), moved(entry.value(), at)))
                                .toList());
        };
    }

    /**
     * A tree with the value in its place.
     *
     * @throws ScenarioException when the path leads through a text, or to an item that a list does not have
     */
    public YamlNode applyTo(YamlNode root) throws ScenarioException {
        return replaced(root, 0, false);
    }

    private YamlNode replaced(YamlNode node, int depth, boolean flat) throws ScenarioException {
        if (depth == path.size()) {
            return value;
        }
        return switch (node) {
            case YamlNode.Mapping mapping -> inMapping(mapping, depth, flat);
            case YamlNode.Sequence sequence -> inSequence(sequence, depth);
            case YamlNode.Scalar(var scalarAt, var text)
            when text.isEmpty() -> inMapping(new YamlNode.Mapping(scalarAt, List.of()), depth, flat);
            case YamlNode.Scalar scalar ->
                throw problem(
                        at,
                        "a path that goes on below '" + join(0, depth) + "', which is " + scalar.described(),
                        "a path that ends there");
        };
    }

    private YamlNode inMapping(YamlNode.Mapping mapping, int depth, boolean flat) throws ScenarioException {
        for (int end = path.size(); end > depth; end--) {
            var key = join(depth, end);
            var entries = new ArrayList<>(mapping.entries());
            for (int i = 0; i < entries.size(); i++) {
                var entry = entries.get(i);
                if (entry.key().text().equals(key)) {
                    var inner = replaced(entry.value(), end, flatKeys.contains(key));
                    entries.set(i, new YamlNode.Entry(entry.key(), inner));
                    return new YamlNode.Mapping(mapping.at(), entries);
                }
            }
        }
        int end = flat ? path.size() : depth + 1;
        var key = join(depth, end);
        var entries = new ArrayList<>(mapping.entries());
        var inner = replaced(new YamlNode.Mapping(at, List.of()), end, flatKeys.contains(key));
        entries.add(new YamlNode.Entry(new YamlNode.Scalar(at, key), inner));
        return new YamlNode.Mapping(mapping.at(), entries);
    }

    private YamlNode inSequence(YamlNode.Sequence sequence, int depth) throws ScenarioException {
        int size = sequence.items().size();
        var segment = path.get(depth);
        int index = segment.matches("\\d{1,6}") ? Integer.parseInt(segment) : size;
        if (index >= size) {
            throw problem(
                    at,
                    "'" + segment + "' after '" + join(0, depth) + "'",
                    switch (size) {
                        case 0 -> "no item, since the list is empty";
                        case 1 -> "0, since the list has 1 item";
                        default -> "an index from 0 to " + (size - 1) + ", since the list has " + size + " items";
                    });
        }
        var items = new ArrayList<>(sequence.items());
        items.set(index, inItem(items.get(index), depth + 1));
        return new YamlNode.Sequence(sequence.at(), items);
    }

    private YamlNode inItem(YamlNode item, int depth) throws ScenarioException {
        if (depth < path.size()
                && item instanceof YamlNode.Mapping(var itemAt, var entries)
                && entries.size() == 1
                && entries.getFirst().value() instanceof YamlNode.Mapping inner
                && !entries.getFirst().key().text().equals(path.get(depth))) {
            var entry = new YamlNode.Entry(entries.getFirst().key(), replaced(inner, depth, false));
            return new YamlNode.Mapping(itemAt, List.of(entry));
        }
        return replaced(item, depth, false);
    }

    private String join(int from, int to) {
        return String.join(".", path.subList(from, to));
    }

    private static ScenarioException problem(Position at, String found, String expected) {
        return new ScenarioException(List.of(new Problem(at, found, expected)));
    }
}
