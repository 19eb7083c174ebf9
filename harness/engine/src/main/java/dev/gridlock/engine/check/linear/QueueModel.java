package dev.gridlock.engine.check.linear;

import dev.gridlock.engine.check.linear.QueueModel.Input;
import dev.gridlock.engine.check.linear.QueueModel.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A queue of texts, first in, first out, empty at first. */
public final class QueueModel implements Model<List<String>, Input, Output> {

    /** What is asked of a queue. */
    public sealed interface Input {}

    /** Put it in at the end. */
    public record Enqueue(String element) implements Input {}

    /** Take out the first. */
    public record Dequeue() implements Input {}

    /** What a queue answers. */
    public sealed interface Output {}

    /** It is in. */
    public record Enqueued() implements Output {}

    /** What was taken out; empty if the queue was. */
    public record Dequeued(Optional<String> element) implements Output {}

    @Override
    public List<String> initial() {
        return List.of();
    }

    @Override
    public Optional<List<String>> step(List<String> state, Input input, Optional<Output> output) {
        return switch (input) {
            case Enqueue(var element) -> {
                var longer = new ArrayList<>(state);
                longer.add(element);
                boolean possible =
                        output.map(answer -> answer.equals(new Enqueued())).orElse(true);
                yield possible ? Optional.of(List.copyOf(longer)) : Optional.empty();
            }
            case Dequeue() -> {
                var answer = new Dequeued(state.stream().findFirst());
                var shorter = state.isEmpty() ? state : List.copyOf(state.subList(1, state.size()));
                boolean possible = output.map(answer::equals).orElse(true);
                yield possible ? Optional.of(shorter) : Optional.empty();
            }
        };
    }
}
