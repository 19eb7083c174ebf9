package dev.gridlock.engine.scenario.yaml;

import dev.gridlock.engine.scenario.Position;
import dev.gridlock.engine.scenario.Problem;
import dev.gridlock.engine.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Builds the tree of one YAML document from the events of the YAML library. One instance reads one text; the first
 * mistake ends it, since nothing after a broken line can be trusted.
 */
public final class YamlParser {

    /** Deepest nesting of mappings and lists. */
    public static final int MAX_DEPTH = 16;

    /** Most keys and values of a document together; the largest scenario needs a hundredth of it. */
    public static final int MAX_NODES = 20_000;

    private final String source;
    private final Iterator<Event> events;
    private int nodes;

    private YamlParser(String source, String text) {
        this.source = source;
        var settings = LoadSettings.builder()
                .setLabel(source)
                .setCodePointLimit(SourceText.MAX_BYTES)
                .build();
        this.events = new Parse(settings).parseString(text).iterator();
    }

    /**
     * The tree of a text that holds one document.
     *
     * @param source the file as messages name it
     * @return empty when the text has nothing but white space and comments
     * @throws ScenarioException when the text is not YAML, or uses what the subset leaves out
     */
    public static Optional<YamlNode> parse(String source, String text) throws ScenarioException {
        var parser = new YamlParser(source, text);
        try {
            return parser.document();
        } catch (MarkedYamlEngineException notYaml) {
            throw new ScenarioException(parser.broken(notYaml), notYaml);
        } catch (YamlEngineException notYaml) {
            throw new ScenarioException(
                    new Problem(
                            new Position(source, 1, 1), "text that is not YAML (" + notYaml.getMessage() + ")", "YAML"),
                    notYaml);
        }
    }

    private Optional<YamlNode> document() throws ScenarioException {
        expect(Event.ID.StreamStart);
        var first = events.next();
        if (first.getEventId() == Event.ID.StreamEnd) {
            return Optional.empty();
        }
        var root = node(events.next(), 0);
        expect(Event.ID.DocumentEnd);
        var after = events.next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw problem(at(after), "a second document", "one document in a file");
        }
        boolean nothing =
                root instanceof YamlNode.Scalar scalar && scalar.text().isEmpty();
        return nothing ? Optional.empty() : Optional.of(root);
    }

    private void expect(Event.ID id) {
        var event = events.next();
        if (event.getEventId() != id) {
            throw new AssertionError("the YAML library sent " + event + " where its grammar has " + id);
        }
    }

    private YamlNode node(Event event, int depth) throws ScenarioException {
        refuseExtras(event);
        if (depth > MAX_DEPTH) {
            throw problem(
                    at(event),
                    "a value nested more than " + MAX_DEPTH + " levels deep",
                    "a scenario, which needs fewer");
        }
        nodes++;
        if (nodes > MAX_NODES) {
            throw problem(at(event), "more than " + MAX_NODES + " keys and values", "a scenario, which needs fewer");
        }
        return switch (event) {
            case ScalarEvent scalar -> new YamlNode.Scalar(at(event), scalar.getValue());
            case SequenceStartEvent _ -> sequence(at(event), depth);
            case MappingStartEvent _ -> mapping(at(event), depth);
            default -> throw new AssertionError("the YAML library sent " + event + " where its grammar has a value");
        };
    }

    private YamlNode.Sequence sequence(Position at, int depth) throws ScenarioException {
        var items = new ArrayList<YamlNode>();
        for (var event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            items.add(node(event, depth + 1));
        }
        return new YamlNode.Sequence(at, items);
    }

    private YamlNode.Mapping mapping(Position at, int depth) throws ScenarioException {
        var entries = new ArrayList<YamlNode.Entry>();
        var seen = new HashMap<String, Position>();
        for (var event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            if (!(node(event, depth + 1) instanceof YamlNode.Scalar key)) {
                throw problem(at(event), "a list or mapping as a key", "a word as a key");
            }
            var earlier = seen.putIfAbsent(key.text(), key.at());
            if (earlier != null) {
                throw problem(
                        key.at(),
                        "the key " + key.quoted() + " a second time",
                        "each key once (it is also on line " + earlier.line() + ")");
            }
            entries.add(new YamlNode.Entry(key, node(events.next(), depth + 1)));
        }
        return new YamlNode.Mapping(at, entries);
    }

    private void refuseExtras(Event event) throws ScenarioException {
        if (event instanceof AliasEvent alias) {
            throw problem(
                    at(event), "the alias '*" + alias.getAlias() + "'", "the value itself (no anchors or aliases)");
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw problem(
                    at(event),
                    "the anchor '&" + node.getAnchor().get() + "'",
                    "the value itself (no anchors or aliases)");
        }
        var tag = switch (event) {
            case ScalarEvent scalar -> scalar.getTag();
            case CollectionStartEvent collection -> collection.getTag();
            default -> Optional.<String>empty();
        };
        if (tag.isPresent()) {
            var shown = tag.get().replace("tag:yaml.org,2002:", "!!");
            throw problem(at(event), "the tag '" + shown + "'", "the value without a tag");
        }
    }

    /** What the library says, in words for somebody who does not know how YAML is parsed. */
    private Problem broken(MarkedYamlEngineException notYaml) {
        var at = notYaml.getProblemMark().map(this::position).orElse(new Position(source, 1, 1));
        var context = notYaml.getContextMark().map(this::position).orElse(at);
        var problem = String.valueOf(notYaml.getProblem()).replaceAll("\\s+", " ");
        if (problem.contains("\\t(TAB)")) {
            return new Problem(at, "a tab", "spaces for indentation");
        }
        if (problem.contains("could not find expected ':'")) {
            return new Problem(context, "a line without a key", "'key: value', with a space after the colon");
        }
        if (problem.contains("expected <block end>")) {
            return new Problem(
                    at, "a line that does not line up with those above", "what belongs together equally indented");
        }
        if (problem.contains("mapping values are not allowed")) {
            return new Problem(
                    at, "a ':' inside a value", "one 'key: value' in a line, and quotes around such a value");
        }
        if (problem.contains("expected ',' or ']'")) {
            return new Problem(at, "no end of the list that begins at " + lineOf(context), "a closing ']'");
        }
        if (problem.contains("expected ',' or '}'")) {
            return new Problem(at, "no end of the mapping that begins at " + lineOf(context), "a closing '}'");
        }
        if (problem.contains("unexpected end of stream")) {
            return new Problem(context, "a quote without its end", "the same quote after the text");
        }
        return new Problem(at, "text that is not YAML (" + problem + ")", "YAML");
    }

    private static String lineOf(Position at) {
        return at.line() + ":" + at.column();
    }

    private Position at(Event event) {
        return event.getStartMark().map(this::position).orElse(new Position(source, 1, 1));
    }

    private Position position(Mark mark) {
        return new Position(source, mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static ScenarioException problem(Position at, String found, String expected) {
        return new ScenarioException(List.of(new Problem(at, found, expected)));
    }
}
