package dev.gridlock.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Waits for the JVM to bring back the threads to which the last step left a monitor.
 *
 * <p>A virtual thread that is blocked on a monitor is returned by a platform thread of the JVM. When that happens on the machine's clock
 * must not matter, so after each step the carrier waits until every hand-over decided by the step has arrived, and then orders them by
 * number. A thread is under way while it is on the JVM's list or in the unblocker's hands; {@link #unblocking} and {@link #unblocked} mark
 * the latter, because the JVM takes a thread off its list before it submits it.
 */
final class MonitorHandoffs {
    private static final int SPINS = 2_000;

    private final List<NodeThread> waiting = new ArrayList<>();
    private final List<NodeThread> arrived = new ArrayList<>();
    private volatile boolean anyArrived;

    /** Looks at a thread after its step. */
    void afterStep(NodeThread thread) {
        if (!thread.listed && VirtualThreads.waitsForMonitor(thread.thread)) {
            thread.listed = true;
            waiting.add(thread);
        }
    }

    /** Forgets the threads that wait. */
    void clear() {
        waiting.clear();
        synchronized (arrived) {
            arrived.clear();
            anyArrived = false;
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Called by the unblocker thread. */
    static void unblocking(NodeThread thread) {
        thread.handedOver = true;
    }

    /** Called by the unblocker thread. */
    static void unblocked(NodeThread thread) {
        thread.handedOver = false;
    }

    /** Takes a submission of the unblocker thread; called by it. */
    void arrive(NodeThread thread) {
        synchronized (arrived) {
            arrived.add(thread);
            anyArrived = true;
        }
    }

    /** Waits for the hand-overs under way and returns the threads in the order of their numbers; empty for most steps. */
    @SuppressWarnings("ThreadPriorityCheck") // the unblocker thread may need this processor
    List<NodeThread> settle() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        int spins = 0;
        while (anyUnderWay()) {
            if (++spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        waiting.removeIf(thread -> {
            thread.listed = VirtualThreads.waitsForMonitor(thread.thread) && !thread.process.isDead();
            return !thread.listed;
        });
        if (!anyArrived) {
            return List.of();
        }
        synchronized (arrived) {
            List<NodeThread> all = new ArrayList<>(arrived);
            arrived.clear();
            anyArrived = false;
            all.sort(Comparator.comparingLong(thread -> thread.number));
            return all;
        }
    }

    private boolean anyUnderWay() {
        for (NodeThread thread : waiting) {
            // In this order: the mark is set before the JVM's flag is cleared.
            if (VirtualThreads.isOnWaitingList(thread.thread) || thread.handedOver) {
                return true;
            }
        }
        return false;
    }
}
