package dev.gridlock.cli;

import dev.gridlock.engine.backend.TraceComparison;
import dev.gridlock.engine.finding.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gridlock trace-diff}: where two runs that should be equal part. */
@Command(
        name = "trace-diff",
        description = {
            "Compares two traces that 'run --trace FILE' wrote and names the first event that differs.",
            "Exit codes: 0 they are equal, 1 they differ, 2 a file is not a trace."
        },
        footer = {
            "",
            "Examples:",
            "  gridlock run warsaw --variant parking-lot-0.12.3 --seed 7 --trace one.trace",
            "  gridlock run warsaw --variant parking-lot-0.12.3 --seed 7 --trace two.trace",
            "  gridlock trace-diff one.trace two.trace"
        })
final class TraceDiffCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "A trace file.")
    private Path left = Path.of("");

    @Parameters(index = "1", paramLabel = "B", description = "Another trace file.")
    private Path right = Path.of("");

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("the command was not made by picocli");
        }
        for (var file : new Path[] {left, right}) {
            if (!Files.isRegularFile(file)) {
                throw new BadInputException("found no file " + file + ", expected a trace that 'run --trace' wrote");
            }
        }
        var out = spec.commandLine().getOut();
        try {
            var divergence = TraceComparison.firstDivergence(left, right);
            out.println(divergence.orElse("the traces are equal"));
            return divergence.isPresent() ? Verdict.FINDING.exitCode() : Verdict.PASS.exitCode();
        } catch (IOException unreadable) {
            throw new BadInputException(String.valueOf(unreadable.getMessage()));
        }
    }
}
