package dev.gridlock.simulator;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Cuts one stream of a process into lines. Not thread-safe. */
final class LineBuffer {
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream(256);
    private final Consumer<String> lines;

    LineBuffer(Consumer<String> lines) {
        this.lines = lines;
    }

    void write(byte[] bytes, int offset, int length) {
        int from = offset;
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] == '\n') {
                pending.write(bytes, from, i - from);
                end();
                from = i + 1;
            }
        }
        pending.write(bytes, from, offset + length - from);
    }

    /** Passes on what was written after the last line end, if anything. */
    void flush() {
        if (pending.size() > 0) {
            end();
        }
    }

    private void end() {
        String line = pending.toString(StandardCharsets.UTF_8);
        pending.reset();
        lines.accept(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
    }
}
