package dev.gridlock.proxy.config;

import java.util.Collection;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
final class NearestName {

    private static final int MAX_DISTANCE = 3;

    private NearestName() {}

    /** The name with the fewest edits to {@code typed}, the first of them when several are as near; empty beyond 3 edits. */
    static Optional<String> of(String typed, Collection<String> names) {
        String nearest = "";
        int least = MAX_DISTANCE + 1;
        for (String name : names) {
            int distance = edits(typed, name);
            if (distance < least) {
                least = distance;
                nearest = name;
            }
        }
        return least <= MAX_DISTANCE ? Optional.of(nearest) : Optional.empty();
    }

    private static int edits(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, Math.min(above[column], current[column - 1]) + 1);
            }
            above = current;
        }
        return above[to.length()];
    }
}
