package dev.gridlock.engine.sut;

import java.util.List;
import java.util.Optional;

/** The kind of value that a setting takes. */
public sealed interface SettingType {

    /** Any text without line breaks. */
    record Text() implements SettingType {}

    /** A length of time in the form of {@link DurationText}, zero or more. */
    record Time() implements SettingType {}

    /** A whole number between the bounds, both included. */
    record Whole(long min, long max) implements SettingType {}

    /** A decimal number between the bounds, both included. */
    record Decimal(double min, double max) implements SettingType {}

    /** {@code true} or {@code false}. */
    record Switch() implements SettingType {}

    /** One of the listed values, compared exactly. */
    record Choice(List<String> values) implements SettingType {
        public Choice {
            values = List.copyOf(values);
        }
    }

    /** What a value of this type looks like, as a noun phrase for messages. */
    default String expected() {
        return switch (this) {
            case Text() -> "a text on one line";
            case Time() -> "a duration such as 200us, 50ms or 2s";
            case Whole(long min, long max) -> "a whole number from " + min + " to " + max;
            case Decimal(double min, double max) -> "a number from " + min + " to " + max;
            case Switch() -> "true or false";
            case Choice(List<String> values) -> "one of " + String.join(", ", values);
        };
    }

    /** What was expected instead of this value; empty when the value is fine. */
    default Optional<String> problemWith(String value) {
        return accepts(value) ? Optional.empty() : Optional.of(expected());
    }

    private boolean accepts(String value) {
        return switch (this) {
            case Text() -> value.lines().count() <= 1;
            case Time() -> DurationText.parse(value).isPresent();
            case Whole(long min, long max) ->
                whole(value).filter(n -> n >= min && n <= max).isPresent();
            case Decimal(double min, double max) ->
                decimal(value).filter(n -> n >= min && n <= max).isPresent();
            case Switch() -> value.equals("true") || value.equals("false");
            case Choice(List<String> values) -> values.contains(value);
        };
    }

    private static Optional<Long> whole(String value) {
        try {
            return Optional.of(Long.valueOf(value));
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    private static Optional<Double> decimal(String value) {
        try {
            return Optional.of(Double.valueOf(value)).filter(Double::isFinite);
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }
}
