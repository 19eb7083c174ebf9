package dev.gridlock.engine.check.linear;

import dev.gridlock.engine.check.linear.SetModel.Input;
import dev.gridlock.engine.check.linear.SetModel.Output;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** A set of texts, empty at first, that can be read as a whole and so has no parts. */
public final class SetModel implements Model<Set<String>, Input, Output> {

    /** What is asked of a set. */
    public sealed interface Input {}

    /** Put it in. */
    public record Add(String element) implements Input {}

    /** Take it out. */
    public record Remove(String element) implements Input {}

    /** Is it in? */
    public record Contains(String element) implements Input {}

    /** What is in? */
    public record Elements() implements Input {}

    /** What a set answers. */
    public sealed interface Output {}

    /** To {@link Add} and {@link Remove}: whether that changed the set. To {@link Contains}: whether it is in. */
    public record Truth(boolean value) implements Output {}

    /** All that is in. */
    public record All(Set<String> elements) implements Output {
        /** Copies the set. */
        public All {
            elements = Set.copyOf(elements);
        }
    }

    @Override
    public Set<String> initial() {
        return Set.of();
    }

    @Override
    public Optional<Set<String>> step(Set<String> state, Input input, Optional<Output> output) {
        var after = new HashSet<>(state);
        Output answer = switch (input) {
            case Add(var element) -> new Truth(after.add(element));
            case Remove(var element) -> new Truth(after.remove(element));
            case Contains(var element) -> new Truth(after.contains(element));
            case Elements() -> new All(state);
        };
        return output.map(answer::equals).orElse(true) ? Optional.of(Set.copyOf(after)) : Optional.empty();
    }
}
