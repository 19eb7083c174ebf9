package dev.gridlock.engine.sut;

import java.util.Optional;

/**
 * What a node holds, as far as its answers tell.
 *
 * @param node name of the node
 * @param state what it holds; empty when an answer could not be read
 * @param problem why there is no state, a clause; empty when there is one
 */
public record StateReading(String node, Optional<ProbedState> state, String problem) {

    /** A node that told what it holds. */
    public static StateReading of(String node, ProbedState state) {
        return new StateReading(node, Optional.of(state), "");
    }

    /** A node whose answer could not be read. */
    public static StateReading unreadable(String node, String problem) {
        return new StateReading(node, Optional.empty(), problem);
    }
}
