package dev.gridlock.engine.check.linear;

import java.util.Optional;

/**
 * What an object does when one operation follows another. States are values: they implement {@code equals} and
 * {@code hashCode} and never change.
 *
 * @param <S> its states
 * @param <I> what is asked of it
 * @param <O> what it answers
 */
public interface Model<S, I, O> {

    /** The state before the first operation. */
    S initial();

    /**
     * The state after an operation, or empty if the object cannot answer like that in this state.
     *
     * @param output what was answered; empty when nobody knows, and then every answer is possible
     */
    Optional<S> step(S state, I input, Optional<O> output);

    /**
     * Which of several independent objects an operation is about. Operations on different parts must not influence each
     * other: then the whole is linearizable if and only if each part is (P-compositionality: Horn and Kroening, "Faster
     * linearizability checking via P-compositionality", FORTE 2015), and each part is checked alone, which is far quicker.
     *
     * @return equal for operations on the same part; one constant for an object that has no parts
     */
    default Object part(I input) {
        return "";
    }
}
