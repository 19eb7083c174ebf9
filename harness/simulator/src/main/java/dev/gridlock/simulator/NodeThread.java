package dev.gridlock.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread of a simulated process, as the scheduler sees it: what to resume, and the event that resumes it. */
final class NodeThread extends Event implements Runnable {
    final SimulatedProcess process;
    final Thread thread;
    private final Runnable continuation;

    /** Place in the order of creation within its simulation. */
    final long number;

    boolean daemon = true;

    /** What the thread runs, if it stands for a platform thread and has not started. */
    @Nullable
    Runnable replacedTask;

    boolean started;

    /** The virtual processor of the last step. */
    int cpu;

    /** Whether {@link #at} and {@link #tie} are drawn already for the step that follows a yield. */
    boolean drawn;

    /** Whether the thread is in the list of those that wait for a monitor. */
    boolean listed;

    /** Set while the JVM's unblocker thread has this thread in hand. */
    volatile boolean handedOver;

    NodeThread(SimulatedProcess process, Thread thread, Runnable continuation, long number) {
        this.process = process;
        this.thread = thread;
        this.continuation = continuation;
        this.number = number;
    }

    @Override
    void fire() {
        process.simulation().step(this);
    }

    /** Runs the thread until it next gives up its processor. */
    @Override
    public void run() {
        continuation.run();
    }

    String name() {
        return thread.getName().isEmpty() ? "thread-" + number : thread.getName();
    }

    RunOutcome.ThreadReport report() {
        return new RunOutcome.ThreadReport(
                process.node().name(), name(), thread.getState(), List.of(thread.getStackTrace()));
    }
}
