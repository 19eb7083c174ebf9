package dev.gridlock.engine.report;

import java.util.List;

/** Small matters of English grammar. */
final class Prose {

    private Prose() {}

    /** {@code a}, {@code a and b}, {@code a, b and c}; empty text for none. */
    static String list(List<String> items) {
        return switch (items.size()) {
            case 0 -> "";
            case 1 -> items.getFirst();
            default -> String.join(", ", items.subList(0, items.size() - 1)) + " and " + items.getLast();
        };
    }

    /** {@code 1 probe}, {@code 3 probes}; the plural is formed with an s. */
    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** The text with a capital first letter. */
    static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
