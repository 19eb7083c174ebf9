package dev.gridlock.store.config;

import java.util.Collection;

/** Finds the valid name that a misspelt one probably meant. */
final class NearestName {
    private static final int MOST_EDITS = 3;

    private NearestName() {}

    /** {@code "; did you mean x?"}, or nothing when no name is near. */
    static String hint(String found, Collection<String> valid) {
        String nearest = "";
        int fewest = Math.min(MOST_EDITS, found.length() - 1) + 1;
        for (String name : valid) {
            int edits = edits(found, name);
            if (edits < fewest) {
                fewest = edits;
                nearest = name;
            }
        }
        return nearest.isEmpty() ? "" : "; did you mean " + nearest + "?";
    }

    /** Levenshtein distance, one row at a time. */
    private static int edits(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int substitute = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitute, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
