package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.NearestName;
import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.scenario.yaml.TreeOverride;
import dev.gridlock.engine.scenario.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The key {@code backends}: what differs where a scenario runs. Its values are put in place before the file is read, as
 * those of {@code --set} are, which come later and win.
 */
final class BackendSection {

    private static final String KEY = "backends";
    private static final String SET = "set";
    private static final List<String> NAMES = List.of("simulator", "processes", "containers");
    private static final Form<YamlNode.Mapping> SECTION = Form.mapping("a mapping of backends by name");
    private static final Form<YamlNode.Mapping> BACKEND =
            Form.mapping("a mapping such as {note: what differs, set: {topology.regions.waw.proxies: 1}}");
    private static final Form<YamlNode.Mapping> CHANGES =
            Form.mapping("a mapping of paths to values, such as {duration: 5s}");

    private BackendSection() {}

    /** The tree with the changes for a backend; what is no section of the right form is reported when the file is read. */
    static YamlNode changed(YamlNode root, String backend, Set<String> flatKeys) throws ScenarioException {
        var changes = mapping(Optional.of(root), KEY)
                .flatMap(section -> mapping(Optional.of(section), backend))
                .flatMap(chosen -> mapping(Optional.of(chosen), SET));
        var tree = root;
        for (var change : changes.map(YamlNode.Mapping::entries).orElse(List.of())) {
            tree = TreeOverride.of(change.key(), change.value(), flatKeys).applyTo(tree);
        }
        return tree;
    }

    private static Optional<YamlNode.Mapping> mapping(Optional<? extends YamlNode> node, String key) {
        return node.filter(YamlNode.Mapping.class::isInstance)
                .map(YamlNode.Mapping.class::cast)
                .flatMap(mapping -> mapping.get(key))
                .filter(YamlNode.Mapping.class::isInstance)
                .map(YamlNode.Mapping.class::cast);
    }

    /** A form of the section, whose value is the note on the backend; empty text when there is none. */
    static Form<String> form(String chosen) {
        return new Form<>(
                SECTION.expected(),
                (node, problems) -> SECTION.read(node, problems).map(section -> {
                    var notes = new ArrayList<String>();
                    for (var entry : section.entries()) {
                        var name = entry.key().text();
                        if (!NAMES.contains(name)) {
                            problems.report(
                                    entry.key().at(),
                                    "unknown backend " + entry.key().quoted(),
                                    "one of " + String.join(", ", NAMES),
                                    NearestName.of(name, NAMES));
                        }
                        var note = BACKEND.read(entry.value(), problems).flatMap(body -> note(body, problems));
                        if (name.equals(chosen)) {
                            note.ifPresent(notes::add);
                        }
                    }
                    return notes.isEmpty() ? "" : notes.getFirst();
                }));
    }

    private static Optional<String> note(YamlNode.Mapping body, Problems problems) {
        var fields = new Fields(body, problems);
        var note = fields.optional("note", Words.PROSE);
        fields.optional(SET, CHANGES);
        return fields.sound() ? note.map(text -> text.strip().replaceAll("\\s*\\R\\s*", " ")) : Optional.empty();
    }
}
