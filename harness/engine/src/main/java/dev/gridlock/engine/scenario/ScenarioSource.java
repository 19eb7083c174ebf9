package dev.gridlock.engine.scenario;

import java.nio.file.Path;
import java.util.List;

/**
 * Where a scenario came from, and how to name it again on the command line.
 *
 * @param argument what the user called it: a library name such as {@code warsaw}, or a path
 * @param path the file, as messages name it; for a scenario on the class path, its resource name
 * @param overrides the {@code path=value} arguments of {@code --set}, in the order given
 * @param backend name of the backend that it is read for; what the file has to say of it applies
 */
public record ScenarioSource(String argument, Path path, List<String> overrides, String backend) {

    /** The backend that is meant when none is named. */
    public static final String USUAL_BACKEND = "simulator";

    /** Copies the list. */
    public ScenarioSource {
        overrides = List.copyOf(overrides);
    }

    /** A file named by its path, without overrides. */
    public static ScenarioSource of(Path path) {
        return new ScenarioSource(path.toString(), path, List.of(), USUAL_BACKEND);
    }

    /** The arguments that select this scenario again, quoted for a POSIX shell: {@code warsaw --set duration=5s}. */
    public String commandArguments() {
        var text = new StringBuilder(quoted(argument));
        if (!backend.equals(USUAL_BACKEND)) {
            text.append(" --backend ").append(quoted(backend));
        }
        for (var override : overrides) {
            text.append(" --set ").append(quoted(override));
        }
        return text.toString();
    }

    private static String quoted(String argument) {
        return argument.matches("[A-Za-z0-9_./:=,+%@-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
