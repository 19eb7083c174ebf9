package dev.gridlock.simulator;

import java.time.Duration;
import java.util.List;

/** How a run of the simulation ended. */
public sealed interface RunOutcome {
    /** Virtual time since the start at which it ended. */
    Duration at();

    /** The instant asked for was reached, or every thread had ended before. */
    record Completed(Duration at) implements RunOutcome {}

    /** {@link Simulation#stop} was called. */
    record Stopped(Duration at) implements RunOutcome {}

    /** Nothing can happen any more, and threads wait for one another; {@code threads} are those that do not wait for the network. */
    record Deadlocked(Duration at, List<ThreadReport> threads) implements RunOutcome {
        public Deadlocked {
            threads = List.copyOf(threads);
        }
    }

    /** More steps than allowed: most likely threads that spin on one another. */
    record StepLimitReached(Duration at, long steps) implements RunOutcome {}

    /** A step did not come back within the allowed time on the machine's clock: most likely a loop without a scheduling point. */
    record StepStuck(Duration at, ThreadReport thread) implements RunOutcome {}

    /** Something from outside of the simulation reached into it, or the other way round; a run that leaks proves nothing. */
    record Leaked(Duration at, String message, List<StackTraceElement> stack) implements RunOutcome {
        public Leaked {
            stack = List.copyOf(stack);
        }
    }

    /**
     * A thread of a node as it stood.
     *
     * @param node name of the node
     * @param thread name of the thread, or its number if it has none
     * @param state as {@link Thread#getState} tells
     * @param stack innermost frame first
     */
    record ThreadReport(String node, String thread, Thread.State state, List<StackTraceElement> stack) {
        public ThreadReport {
            stack = List.copyOf(stack);
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(node + " / " + thread + " (" + state + ")");
            stack.forEach(frame -> text.append("\n    at ").append(frame));
            return text.toString();
        }
    }
}
