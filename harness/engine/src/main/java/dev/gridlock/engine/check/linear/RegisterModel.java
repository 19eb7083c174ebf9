package dev.gridlock.engine.check.linear;

import dev.gridlock.engine.check.linear.RegisterModel.Input;
import dev.gridlock.engine.check.linear.RegisterModel.Output;
import java.util.Optional;

/** A register that holds one text, or nothing at first. */
public final class RegisterModel implements Model<Optional<String>, Input, Output> {

    /** What is asked of a register. */
    public sealed interface Input {}

    /** What is the value? */
    public record Read() implements Input {}

    /** Let the value be this. */
    public record Write(String value) implements Input {}

    /** Let the value be {@code to} if it is {@code from}. */
    public record CompareAndSet(String from, String to) implements Input {}

    /** What a register answers. */
    public sealed interface Output {}

    /** The value that was read; empty if nothing had been written. */
    public record Value(Optional<String> value) implements Output {}

    /** It has been written. */
    public record Written() implements Output {}

    /** Whether the value was the one that was compared with, and so was set. */
    public record Compared(boolean set) implements Output {}

    @Override
    public Optional<String> initial() {
        return Optional.empty();
    }

    @Override
    public Optional<Optional<String>> step(Optional<String> state, Input input, Optional<Output> output) {
        return switch (input) {
            case Read() -> {
                boolean possible =
                        output.map(answer -> answer.equals(new Value(state))).orElse(true);
                yield possible ? Optional.of(state) : Optional.empty();
            }
            case Write(var value) -> {
                boolean possible =
                        output.map(answer -> answer.equals(new Written())).orElse(true);
                yield possible ? Optional.of(Optional.of(value)) : Optional.empty();
            }
            case CompareAndSet(var from, var to) -> {
                boolean sets = state.equals(Optional.of(from));
                boolean possible =
                        output.map(answer -> answer.equals(new Compared(sets))).orElse(true);
                Optional<String> after = sets ? Optional.of(to) : state;
                yield possible ? Optional.of(after) : Optional.empty();
            }
        };
    }
}
