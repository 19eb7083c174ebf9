package dev.gridlock.engine.scenario.yaml;

import dev.gridlock.engine.scenario.Position;
import java.util.List;
import java.util.Optional;

/** A value of a YAML file with the place it begins at. Immutable. */
public sealed interface YamlNode {

    /** Where the value begins. */
    Position at();

    /** What kind of value this is, for messages: {@code a list}, {@code 'abc'}. */
    String described();

    /**
     * Text. Numbers, booleans and nulls are text too: the reader of a value decides.
     *
     * @param text the value without quotes; empty for a key without a value
     */
    record Scalar(Position at, String text) implements YamlNode {

        private static final int LONGEST_SHOWN = 60;

        @Override
        public String described() {
            return text.isEmpty() ? "nothing" : quoted();
        }

        /** The text in quotes, fit for one line of a message: shortened, and with control characters replaced. */
        public String quoted() {
            int end = Math.min(text.length(), LONGEST_SHOWN);
            // A shortened text must not end in half a character.
            if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
                end--;
            }
            var shown = text.substring(0, end).replaceAll("[\\p{Cc}\\u2028\\u2029]+", " ");
            return "'" + shown + (end < text.length() ? "…" : "") + "'";
        }
    }

    /** A list. */
    record Sequence(Position at, List<YamlNode> items) implements YamlNode {

        /** Copies the list. */
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String described() {
            return "a list";
        }
    }

    /** Keys with values in the order written, no key twice. */
    record Mapping(Position at, List<Entry> entries) implements YamlNode {

        /** Copies the list. */
        public Mapping {
            entries = List.copyOf(entries);
        }

        /** The value of a key. */
        public Optional<YamlNode> get(String key) {
            return entries.stream()
                    .filter(entry -> entry.key().text().equals(key))
                    .map(Entry::value)
                    .findFirst();
        }

        @Override
        public String described() {
            return "a mapping";
        }
    }

    /** A key with its value. */
    record Entry(Scalar key, YamlNode value) {}
}
