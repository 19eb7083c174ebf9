package dev.gridlock.engine.scenario;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
public final class NearestName {

    /** Longer words are not compared: nobody mistypes that much, and the cost grows with the product of the lengths. */
    private static final int LONGEST = 80;

    private NearestName() {}

    /**
     * The valid name that needs the fewest edits to get from the given one, where an edit inserts, removes or replaces
     * a character or swaps two neighbours. Case does not count. Empty when even the nearest needs more than a third of
     * its length, rounded up. The earlier of two equally near names wins.
     */
    public static Optional<String> of(String given, Collection<String> valid) {
        if (given.length() > LONGEST) {
            return Optional.empty();
        }
        Optional<String> nearest = Optional.empty();
        int least = Integer.MAX_VALUE;
        var wanted = given.toLowerCase(Locale.ROOT);
        for (var name : valid) {
            int edits = edits(wanted, name.toLowerCase(Locale.ROOT));
            if (edits < least && edits <= (name.length() + 2) / 3) {
                least = edits;
                nearest = Optional.of(name);
            }
        }
        return nearest;
    }

    /** Optimal string alignment distance, by the usual dynamic programme over three rows. */
    static int edits(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        int[] current = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = last[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(last[j], current[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    current[j] = Math.min(current[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = current;
            current = free;
        }
        return last[to.length()];
    }
}
