package dev.gridlock.engine.scenario.language;

import java.util.Optional;

/** What became of reading a text: a value, or what is wrong with it. */
sealed interface Parsed<T> {

    /** The value that the text means. */
    record Value<T>(T value) implements Parsed<T> {}

    /** A text that means nothing here. */
    record Wrong<T>(String found, String expected, Optional<String> nearest) implements Parsed<T> {}

    static <T> Parsed<T> value(T value) {
        return new Value<>(value);
    }

    static <T> Parsed<T> wrong(String found, String expected) {
        return new Wrong<>(found, expected, Optional.empty());
    }

    static <T> Parsed<T> wrong(String found, String expected, Optional<String> nearest) {
        return new Wrong<>(found, expected, nearest);
    }
}
