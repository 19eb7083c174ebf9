package dev.gridlock.cli;

import dev.gridlock.engine.scenario.ScenarioException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gridlock list}: the scenarios of the library. */
@Command(
        name = "list",
        description = "Lists the scenarios of the library with their titles and variants.",
        footer = {"", "Example:", "  gridlock list"})
final class ListCommand implements Callable<Integer> {

    private final Library library;

    @Spec
    private @Nullable CommandSpec spec;

    ListCommand(Library library) {
        this.library = library;
    }

    @Override
    public Integer call() throws ScenarioException {
        if (spec == null) {
            throw new IllegalStateException("the command was not made by picocli");
        }
        var out = spec.commandLine().getOut();
        var names = library.names();
        if (names.isEmpty()) {
            out.println("The library is empty.");
        }
        for (var name : names) {
            var scenario = library.read(name, List.of(), BackendName.SIMULATOR);
            out.println(name + ": " + scenario.title());
            out.println("  variants: " + String.join(", ", scenario.variants().keySet()));
        }
        return 0;
    }
}
