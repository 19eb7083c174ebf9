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
                Observation.FaultReceipt,
                Observation.FaultUnseen,
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
     * A backend was told to bring a fault about, or to undo it.
     *
     * @param number of the fault in the scenario, from 1
     * @param fault the fault in words
     * @param inForce true when it began
     */
    record FaultChanged(int number, String fault, boolean inForce, Duration at) implements Observation {}

    /**
     * A fault was seen to be in force, or to be gone.
     *
     * @param number of the fault in the scenario, from 1
     * @param inForce true when it was seen to be in force
     * @param evidence what was seen, a clause
     */
    record FaultReceipt(int number, boolean inForce, String evidence, Duration at) implements Observation {}

    /**
     * A fault was not seen to be in force, or not seen to be gone.
     *
     * @param number of the fault in the scenario, from 1
     * @param inForce true when it should have been in force
     * @param seen what was seen instead, a clause
     */
    record FaultUnseen(int number, boolean inForce, String seen, Duration at) implements Observation {}

    /**
     * An answer, or the lack of one, to the question what a node holds, asked after the load.
     *
     * @param node the node asked
     * @param state what it holds; empty when it gave no usable answer
     * @param problem why there is no state; empty when there is one
     */
    record StateRead(String node, Optional<ProbedState> state, String problem, Duration at) implements Observation {}
}
