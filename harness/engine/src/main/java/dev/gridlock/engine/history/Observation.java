package dev.gridlock.engine.history;

import dev.gridlock.engine.sut.ProbedState;
import java.time.Duration;
import java.util.Optional;

/** One thing seen during a run. Instants count from the moment the backend began the run. */
public sealed interface Observation
        permits NodeEvent,
                Operation,
                Observation.NodeStarted,
                Observation.NodeExited,
                Observation.UnreadableLine,
                Observation.Complaint,
                Observation.ThreadDied,
                Observation.FaultChanged,
                Observation.StateRead {

    /** When it was seen. */
    Duration at();

    /** A node's program was started. */
    record NodeStarted(Life life, Duration at) implements Observation {}

    /**
     * A node's program ended.
     *
     * @param code the exit code
     * @param byFault whether a fault of the scenario killed it
     */
    record NodeExited(Life life, int code, boolean byFault, Duration at) implements Observation {}

    /**
     * A line on standard output that is not an event.
     *
     * @param line the line, cut to 200 characters
     * @param problem why it is none
     */
    record UnreadableLine(Life life, String line, String problem, Duration at) implements Observation {}

    /** A line on standard error. */
    record Complaint(Life life, String line, Duration at) implements Observation {}

    /**
     * An exception ended a thread of a node.
     *
     * @param thread the thread's name
     * @param error the exception's class and message
     * @param frames its first stack frames, outermost call last, one a line
     */
    record ThreadDied(Life life, String thread, String error, String frames, Duration at) implements Observation {}

    /**
     * A fault began or ended.
     *
     * @param fault the fault in words
     * @param inForce true when it began
     */
    record FaultChanged(String fault, boolean inForce, Duration at) implements Observation {}

    /**
     * An answer, or the lack of one, to the question what a node holds, asked after the load.
     *
     * @param node the node asked
     * @param state what it holds; empty when it gave no usable answer
     * @param problem why there is no state; empty when there is one
     */
    record StateRead(String node, Optional<ProbedState> state, String problem, Duration at) implements Observation {}
}
