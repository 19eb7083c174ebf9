package dev.gridlock.engine.scenario;

import java.nio.file.Path;
import java.util.List;

/**
 * Where a scenario came from, and how to name it again on the command line.
 *
 * @param argument what the user called it: a library name such as {@code warsaw}, or a path
 * @param path the file, as messages name it; for a scenario on the class path, its resource name
 * @param overrides the {@code path=value} arguments of {@code --set}, in the order given
 */
public record ScenarioSource(String argument, Path path, List<String> overrides) {

    /** Copies the list. */
    public ScenarioSource {
        overrides = List.copyOf(overrides);
    }

    /** A file named by its path, without overrides. */
    public static ScenarioSource of(Path path) {
        return new ScenarioSource(path.toString(), path, List.of());
    }

    /** The arguments that select this scenario again, quoted for a POSIX shell: {@code warsaw --set duration=5s}. */
    public String commandArguments() {
        var text = new StringBuilder(quoted(argument));
        for (var override : overrides) {
            text.append(" --set ").append(quoted(override));
        }
        return text.toString();
    }

    private static String quoted(String argument) {
        return argument.matches("[A-Za-z0-9_./:=,+%@-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
