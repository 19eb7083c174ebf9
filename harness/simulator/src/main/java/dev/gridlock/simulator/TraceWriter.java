package dev.gridlock.simulator;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a trace as text, one event a line: number, instant in nanoseconds, kind, node, thread number and name or line printed, how many
 * values had been drawn, and the hash so far; separated by tabs. {@link TraceDiff} reads it. Not thread-safe.
 */
final class TraceWriter {
    static final String HEADER = "gridlock-trace 1";

    private final Path file;
    private final BufferedWriter out;
    private long events;

    TraceWriter(Path file, long seed) throws IOException {
        this.file = file;
        this.out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        out.write(HEADER + " seed " + seed + "\n");
    }

    void step(long at, NodeThread thread, long draws, long hash) {
        event(at, Trace.Kind.STEP, thread.process.node().name(), thread.number + " " + thread.name(), draws, hash);
    }

    void event(long at, Trace.Kind kind, String node, String detail, long draws, long hash) {
        try {
            out.write(++events + "\t" + at + "\t" + kind + "\t" + node + "\t"
                    + oneLine(detail) + "\t" + draws + "\t" + Long.toHexString(hash)
                    + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the trace " + file, e);
        }
    }

    private static String oneLine(String text) {
        return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
    }

    void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the trace " + file, e);
        }
    }
}
