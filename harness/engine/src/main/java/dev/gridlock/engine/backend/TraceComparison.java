package dev.gridlock.engine.backend;

import dev.gridlock.simulator.TraceDiff;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Compares the trace files of two simulated runs. */
public final class TraceComparison {

    private TraceComparison() {}

    /**
     * Finds where two traces part.
     *
     * @return the first event that differs and the last in common, in words; empty when the traces are equal
     * @throws IOException when a file cannot be read or is not a trace
     */
    public static Optional<String> firstDivergence(Path left, Path right) throws IOException {
        return TraceDiff.firstDivergence(left, right);
    }
}
