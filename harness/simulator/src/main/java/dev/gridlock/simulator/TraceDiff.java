package dev.gridlock.simulator;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds where two traces part. */
public final class TraceDiff {
    private TraceDiff() {}

    /**
     * Compares two trace files.
     *
     * @return the first event that differs, in words, with the event before it; empty if the traces are equal
     * @throws IOException if a file cannot be read or is not a trace
     */
    public static Optional<String> firstDivergence(Path left, Path right) throws IOException {
        try (BufferedReader a = open(left);
                BufferedReader b = open(right)) {
            @Nullable String before = null;
            while (true) {
                String x = a.readLine();
                String y = b.readLine();
                if (x == null && y == null) {
                    return Optional.empty();
                }
                if (x == null || !x.equals(y)) {
                    return Optional.of("first difference:\n  " + left + ": " + words(x) + "\n  " + right + ": "
                            + words(y) + "\n  last event in common: " + (before == null ? "none" : words(before)));
                }
                before = x;
            }
        }
    }

    private static BufferedReader open(Path file) throws IOException {
        BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        String header = reader.readLine();
        if (header == null || !header.startsWith(TraceWriter.HEADER)) {
            reader.close();
            throw new IOException(
                    file + " is not a trace: found \"" + header + "\", expected \"" + TraceWriter.HEADER + " seed …\"");
        }
        return reader;
    }

    private static String words(@Nullable String line) {
        if (line == null) {
            return "the trace ends";
        }
        String[] f = line.split("\t", -1);
        if (f.length != 7) {
            return line;
        }
        String who = f[3].isEmpty() ? "" : " of " + f[3];
        String what = f[4].isEmpty() ? "" : " (" + f[4] + ")";
        return "event " + f[0] + " at " + f[1] + " ns: " + f[2] + who + what + ", after " + f[5] + " draws, hash "
                + f[6];
    }
}
