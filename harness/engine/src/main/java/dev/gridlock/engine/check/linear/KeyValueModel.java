package dev.gridlock.engine.check.linear;

import dev.gridlock.engine.check.linear.KeyValueModel.Input;
import java.util.Optional;

/**
 * Texts by key, each of them empty at first. Only what a get answers is looked at. Each key is a part of its own, and the state
 * that of one key.
 */
public final class KeyValueModel implements Model<String, Input, String> {

    /** What is asked. */
    public sealed interface Input {
        /** The key that it is about. */
        String key();
    }

    /** What is the text? */
    public record Get(String key) implements Input {}

    /** Let the text be this. */
    public record Put(String key, String value) implements Input {}

    /** Let the text be longer by this. */
    public record Append(String key, String value) implements Input {}

    @Override
    public String initial() {
        return "";
    }

    @Override
    public Optional<String> step(String state, Input input, Optional<String> output) {
        return switch (input) {
            case Get(var _) ->
                output.map(answer -> answer.equals(state)).orElse(true) ? Optional.of(state) : Optional.empty();
            case Put(var _, var value) -> Optional.of(value);
            case Append(var _, var value) -> Optional.of(state + value);
        };
    }

    @Override
    public Object part(Input input) {
        return input.key();
    }
}
