package dev.gridlock.engine.scenario;

import java.util.Comparator;

/**
 * A place that a problem is at: a character of a file, or a command-line argument as a whole.
 *
 * @param source the file as the user named it, or the argument, such as {@code --set duration=5s}
 * @param line from 1; 0 when the place is the source as a whole
 * @param column from 1, in code points; 0 when the place is the source as a whole
 */
public record Position(String source, int line, int column) implements Comparable<Position> {

    private static final Comparator<Position> ORDER =
            Comparator.comparingInt(Position::line).thenComparingInt(Position::column);

    /** The source as a whole. */
    public static Position whole(String source) {
        return new Position(source, 0, 0);
    }

    /** Whether this is the source as a whole. */
    public boolean isWhole() {
        return line == 0;
    }

    /** Whole sources first, then by line and column. */
    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }

    /** {@code file:line:column}, or the source alone. */
    @Override
    public String toString() {
        return isWhole() ? source : source + ":" + line + ":" + column;
    }
}
