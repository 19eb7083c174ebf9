package dev.gridlock.cli;

import dev.gridlock.engine.scenario.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The backends that the command can run scenarios on. */
enum BackendName {
    /** Virtual time in this JVM. */
    SIMULATOR("simulator"),
    /** Processes of this machine in real time. */
    PROCESSES("processes"),
    /** Containers of the Docker engine of this machine in real time. */
    CONTAINERS("containers");

    private final String text;

    BackendName(String text) {
        this.text = text;
    }

    /** The backend of that name. */
    static BackendName parse(String text) {
        return Arrays.stream(values())
                .filter(name -> name.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new BadInputException("found --backend '" + text.replaceAll("\\p{Cc}+", " ")
                        + "', expected one of " + list()
                        + NearestName.of(text, texts())
                                .map(name -> "; did you mean '" + name + "'?")
                                .orElse("")));
    }

    private static List<String> texts() {
        return Arrays.stream(values()).map(BackendName::toString).toList();
    }

    private static String list() {
        return texts().stream().collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return text;
    }
}
