package dev.gridlock.backends.container;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Makes lines of what comes in pieces. One thread at a time. */
final class LineSplitter {

    private final Consumer<String> lines;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

    LineSplitter(Consumer<String> lines) {
        this.lines = lines;
    }

    void take(byte[] piece) {
        for (byte b : piece) {
            if (b == '\n') {
                end();
            } else {
                begun.write(b);
            }
        }
    }

    /** What has been begun is a line, too. */
    void close() {
        if (begun.size() > 0) {
            end();
        }
    }

    private void end() {
        var line = begun.toString(StandardCharsets.UTF_8);
        begun.reset();
        lines.accept(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
    }
}
