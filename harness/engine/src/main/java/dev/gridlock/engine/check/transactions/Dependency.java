package dev.gridlock.engine.check.transactions;

import java.util.Locale;

/**
 * Why one transaction comes before another.
 *
 * @param from id of the one that comes first
 * @param to id of the other
 * @param key what both touched
 * @param why the sentence's end: {@code from} …
 */
public record Dependency(String from, String to, Kind kind, String key, String why) {

    /** What they did. */
    public enum Kind {
        /** Both wrote, the second over the first. */
        WW,
        /** The second read what the first wrote. */
        WR,
        /** The first read what was there before the second wrote. */
        RW
    }

    /** In words. */
    @Override
    public String toString() {
        return from + " " + why + " (" + kind.name().toLowerCase(Locale.ROOT) + ")";
    }
}
