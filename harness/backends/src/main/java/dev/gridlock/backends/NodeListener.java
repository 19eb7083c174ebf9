package dev.gridlock.backends;

import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Takes what a node prints, line by line, and its end, which comes after all that it has printed. Called by threads of the
 * node, one call at a time for each kind.
 *
 * @param exit told the exit code, 128 and the signal's number for one that was killed
 */
public record NodeListener(Consumer<String> out, Consumer<String> err, IntConsumer exit) {}
