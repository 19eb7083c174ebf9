package dev.gridlock.simulator;

import dev.gridlock.simulator.RunOutcome.ThreadReport;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Tells threads that wait for one another from threads that wait for work, once nothing can happen any more.
 *
 * <p>A thread that waits for the network is idle. So are the other threads of its process, which may wait for it: workers of a pool, a main
 * thread that joins. Two kinds of waiting are never idle: for a lock whose owner does not wait for the network, and, unless a thread of the
 * process waits in the middle of a connection and may hold it, for a monitor, whose owner cannot be asked for. In a process without any
 * thread that waits for the network, everybody is stuck.
 */
final class Deadlocks {
    private static final String WAITS_FOR_NETWORK = "dev.gridlock.simulator.network.WaitQueue";
    private static final String WAITS_IN_CONNECTION = "dev.gridlock.simulator.network.Endpoint";

    private static final MethodHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.privateLookupIn(AbstractOwnableSynchronizer.class, MethodHandles.lookup())
                    .findVirtual(
                            AbstractOwnableSynchronizer.class,
                            "getExclusiveOwnerThread",
                            MethodType.methodType(Thread.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Deadlocks() {}

    /** Returns the threads that are stuck; empty if all is idle. */
    static List<ThreadReport> find(Collection<Node> nodes) {
        List<ThreadReport> stuck = new ArrayList<>();
        for (Node node : nodes) {
            SimulatedProcess process = node.process();
            if (process != null && !process.isDead() && !node.isPaused()) {
                stuck.addAll(find(process.liveThreads()));
            }
        }
        return stuck;
    }

    private static List<ThreadReport> find(List<NodeThread> threads) {
        List<Thread> onNetwork = new ArrayList<>();
        boolean inConnection = false;
        List<NodeThread> others = new ArrayList<>();
        List<ThreadReport> reports = new ArrayList<>();
        for (NodeThread thread : threads) {
            ThreadReport report = thread.report();
            if (isBelow(report, WAITS_FOR_NETWORK)) {
                onNetwork.add(thread.thread);
                inConnection |= isBelow(report, WAITS_IN_CONNECTION);
            } else {
                others.add(thread);
                reports.add(report);
            }
        }
        if (onNetwork.isEmpty()) {
            return reports;
        }
        List<ThreadReport> stuck = new ArrayList<>();
        for (int i = 0; i < others.size(); i++) {
            Thread owner = ownerOfLock(others.get(i).thread);
            boolean forMonitor = reports.get(i).state() == Thread.State.BLOCKED && !inConnection;
            if (forMonitor || (owner != null && !onNetwork.contains(owner))) {
                stuck.add(reports.get(i));
            }
        }
        return stuck;
    }

    private static boolean isBelow(ThreadReport report, String className) {
        return report.stack().stream().anyMatch(frame -> frame.getClassName().equals(className));
    }

    private static @Nullable Thread ownerOfLock(Thread thread) {
        if (!(LockSupport.getBlocker(thread) instanceof AbstractOwnableSynchronizer lock)) {
            return null;
        }
        try {
            return (Thread) OWNER.invokeExact(lock);
        } catch (Throwable e) {
            throw new AssertionError("the owner of a lock cannot be read", e);
        }
    }
}
