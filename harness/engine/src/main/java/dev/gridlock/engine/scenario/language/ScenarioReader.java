package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.Position;
import dev.gridlock.engine.scenario.Problem;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.scenario.ScenarioSource;
import dev.gridlock.engine.scenario.yaml.SourceText;
import dev.gridlock.engine.scenario.yaml.TreeOverride;
import dev.gridlock.engine.scenario.yaml.YamlParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;

/** Reads scenarios from YAML. Immutable, safe for threads. */
public final class ScenarioReader {

    /** Keys whose mapping has keys with dots. */
    private static final Set<String> FLAT_KEYS = Set.of("settings");

    private final List<KnownSystem> systems;

    /** A reader that accepts scenarios of these systems. */
    public ScenarioReader(List<KnownSystem> systems) {
        this.systems = List.copyOf(systems);
    }

    /**
     * Reads the file of a source and applies its overrides.
     *
     * @throws ScenarioException when the file or an override is no valid scenario
     * @throws IOException when the file cannot be read
     */
    public Scenario read(ScenarioSource source) throws IOException, ScenarioException {
        try (var in = Files.newInputStream(source.path())) {
            return read(source, in);
        }
    }

    /**
     * Reads a stream to its end, or to just above the size limit; it is not closed.
     *
     * @throws ScenarioException as {@link #read(ScenarioSource)} does
     * @throws IOException when reading fails
     */
    public Scenario read(ScenarioSource source, InputStream in) throws IOException, ScenarioException {
        return parse(source, SourceText.read(source.path().toString(), in));
    }

    /**
     * Reads a text.
     *
     * @throws ScenarioException as {@link #read(ScenarioSource)} does
     */
    public Scenario parse(ScenarioSource source, String text) throws ScenarioException {
        var file = source.path().toString();
        var tree = YamlParser.parse(file, text);
        if (tree.isEmpty()) {
            throw new ScenarioException(List.of(new Problem(
                    new Position(file, 1, 1),
                    text.isBlank() ? "an empty file" : "a file without content",
                    "a scenario that begins with 'gridlock: " + ScenarioDocument.VERSION + "'")));
        }
        var root = BackendSection.changed(tree.get(), source.backend(), FLAT_KEYS);
        for (var argument : source.overrides()) {
            root = TreeOverride.of(argument, FLAT_KEYS).applyTo(root);
        }
        return ScenarioDocument.read(root, source, systems);
    }
}
