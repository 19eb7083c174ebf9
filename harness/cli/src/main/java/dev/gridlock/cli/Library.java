package dev.gridlock.cli;

import dev.gridlock.engine.scenario.NearestName;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.scenario.ScenarioSource;
import dev.gridlock.engine.scenario.language.ScenarioReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Finds scenarios by name or path. The library is a folder of folders with a {@code scenario.yaml} in each, and what is
 * listed on the class path; a name that both have is taken from the folder.
 */
final class Library {

    /** System property that names the folder of the library. */
    static final String FOLDER_PROPERTY = "gridlock.scenarios";

    private static final String ROOT = "/dev/gridlock/scenarios/";
    private static final String INDEX = ROOT + "index.txt";
    private static final String FILE = "scenario.yaml";

    private final Optional<Path> folder;
    private final ScenarioReader reader;

    /**
     * A library.
     *
     * @param folder a folder of scenarios beside those on the class path
     */
    Library(Optional<Path> folder, ScenarioReader reader) {
        this.folder = folder;
        this.reader = reader;
    }

    /** The names of the library in alphabetical order. */
    List<String> names() {
        var names = new TreeSet<String>();
        try (var index = Library.class.getResourceAsStream(INDEX)) {
            if (index != null) {
                new String(index.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .forEach(names::add);
            }
            if (folder.isPresent() && Files.isDirectory(folder.get())) {
                try (var entries = Files.newDirectoryStream(folder.get())) {
                    for (var entry : entries) {
                        if (Files.isRegularFile(entry.resolve(FILE))) {
                            names.add(entry.getFileName().toString());
                        }
                    }
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return List.copyOf(names);
    }

    /**
     * Reads a scenario.
     *
     * @param argument a name of the library, or the path of a file or of a folder with a {@code scenario.yaml}
     * @param overrides the {@code path=value} arguments of {@code --set}
     * @param backend what the scenario is read for
     * @throws BadInputException when there is none, or it cannot be read
     * @throws ScenarioException when there is one, and it is wrong
     */
    Scenario read(String argument, List<String> overrides, BackendName backend) throws ScenarioException {
        var names = names();
        if (names.contains(argument)) {
            return readNamed(argument, overrides, backend);
        }
        var path = path(argument).orElseThrow(() -> unknown(argument, names));
        if (Files.isDirectory(path)) {
            if (!Files.exists(path.resolve(FILE))) {
                throw new BadInputException(
                        "found the folder '" + argument + "' without a " + FILE + ", expected a scenario in it");
            }
            path = path.resolve(FILE);
        } else if (!Files.exists(path)) {
            throw unknown(argument, names);
        }
        return readFile(new ScenarioSource(argument, path, overrides, backend.toString()));
    }

    private Scenario readNamed(String name, List<String> overrides, BackendName backend) throws ScenarioException {
        var inFolder = folder.map(root -> root.resolve(name).resolve(FILE)).filter(Files::exists);
        if (inFolder.isPresent()) {
            return readFile(new ScenarioSource(name, inFolder.get(), overrides, backend.toString()));
        }
        var source = new ScenarioSource(name, Path.of(name, FILE), overrides, backend.toString());
        try (InputStream in = Library.class.getResourceAsStream(ROOT + name + "/" + FILE)) {
            if (in == null) {
                throw new IllegalStateException("the index of scenarios lists " + name + ", which is not there");
            }
            return reader.read(source, in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private Scenario readFile(ScenarioSource source) throws ScenarioException {
        try {
            return reader.read(source);
        } catch (AccessDeniedException denied) {
            throw new BadInputException(
                    "found no permission to read '" + source.path() + "', expected a readable file", denied);
        } catch (IOException unreadable) {
            throw new BadInputException(
                    "found '" + source.path() + "', which cannot be read (" + unreadable.getMessage()
                            + "), expected a readable file",
                    unreadable);
        }
    }

    private static Optional<Path> path(String argument) {
        try {
            return Optional.of(Path.of(argument)).filter(path -> !argument.isBlank());
        } catch (InvalidPathException noPath) {
            // A text that no file can have for a name names no scenario.
            return Optional.empty();
        }
    }

    private static BadInputException unknown(String argument, List<String> names) {
        var shown = argument.replaceAll("\\p{Cc}+", " ");
        return new BadInputException("found no scenario '" + shown + "', expected "
                + (names.isEmpty() ? "" : "a name of the library (" + String.join(", ", names) + ") or ")
                + "the path of a scenario file"
                + NearestName.of(argument, names)
                        .map(name -> "; did you mean '" + name + "'?")
                        .orElse(""));
    }
}
