package dev.gridlock.engine.scenario;

import java.util.Optional;

/**
 * One thing that is wrong with a scenario.
 *
 * @param at where
 * @param found what is there, such as {@code unknown key 'duratoin'}
 * @param expected what should be there instead
 * @param nearest the valid word that was probably meant
 */
public record Problem(Position at, String found, String expected, Optional<String> nearest) {

    /** A problem without a likely correction. */
    public Problem(Position at, String found, String expected) {
        this(at, found, expected, Optional.empty());
    }

    /** {@code file:line:column: found X, expected Y; did you mean 'Z'?}, on one line. */
    public String message() {
        return at + ": found " + found + ", expected " + expected
                + nearest.map(word -> "; did you mean '" + word + "'?").orElse("");
    }
}
