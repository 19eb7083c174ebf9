package dev.gridlock.agent;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls that the agent writes where threads are made, started and handed over; the counterpart of {@link Hooks} for threads and pools.
 * Thread-safe.
 */
public final class ThreadHooks {
    private static volatile @Nullable Creation creation;

    private record Creation(Thread creator, SimulatedNode node) {}

    private ThreadHooks() {}

    /** Runs {@code create} so that the threads it creates are numbered by {@code node} although the caller is not one of its threads. */
    public static Thread create(SimulatedNode node, Supplier<Thread> create) {
        creation = new Creation(Thread.currentThread(), node);
        try {
            return create.get();
        } finally {
            creation = null;
        }
    }

    // What a reference such as Thread::new stands for: one method for each constructor.

    public static Thread newThread() {
        return replace(new Thread());
    }

    public static Thread newThread(@Nullable Runnable task) {
        return replace(new Thread(task));
    }

    public static Thread newThread(String name) {
        return replace(new Thread(name));
    }

    public static Thread newThread(@Nullable ThreadGroup group, @Nullable Runnable task) {
        return replace(new Thread(group, task));
    }

    public static Thread newThread(@Nullable ThreadGroup group, String name) {
        return replace(new Thread(group, name));
    }

    public static Thread newThread(@Nullable Runnable task, String name) {
        return replace(new Thread(task, name));
    }

    public static Thread newThread(@Nullable ThreadGroup group, @Nullable Runnable task, String name) {
        return replace(new Thread(group, task, name));
    }

    public static Thread newThread(@Nullable ThreadGroup group, @Nullable Runnable task, String name, long stackSize) {
        return replace(new Thread(group, task, name, stackSize));
    }

    public static Thread newThread(
            @Nullable ThreadGroup group, @Nullable Runnable task, String name, long stackSize, boolean inherit) {
        return replace(new Thread(group, task, name, stackSize, inherit));
    }

    /** A set of threads that is the same to its users as {@code ConcurrentHashMap.newKeySet()} and iterates in the order of creation. */
    public static Set<Thread> threadSet() {
        return new ConcurrentSkipListSet<>(Comparator.comparingLong(Thread::threadId));
    }

    /** Returns zero for the platform's own identifier; called for virtual threads only. */
    public static long threadId() {
        SimulatedNode node = Hooks.node();
        if (node == null) {
            Creation c = creation;
            node = c != null && c.creator == Thread.currentThread() ? c.node : null;
        }
        return node != null ? node.nextThreadId() : 0;
    }

    /** Returns -1 for the platform's own number. */
    public static int threadNumber() {
        SimulatedNode node = Hooks.node();
        return node != null ? node.nextThreadNumber() : -1;
    }

    public static int poolNumber(AtomicInteger numbers) {
        SimulatedNode node = Hooks.node();
        return node != null ? node.nextPoolNumber() : numbers.getAndIncrement();
    }

    public static Runnable continuation(Runnable continuation, Thread thread) {
        SimulatedNode node = Hooks.nodeOf(thread);
        return node != null ? node.continuation(thread, continuation) : continuation;
    }

    /** Replaces a platform thread that a node created by a virtual one that runs the same task. */
    @SuppressWarnings({"DoNotCall", "UnnecessaryMethodReference"
    }) // the thread is never started, its task is run by another
    public static Thread replace(Thread thread) {
        SimulatedNode node = Hooks.node();
        if (node == null || thread.isVirtual() || thread.getClass() != Thread.class) {
            return thread;
        }
        Thread replacement = Thread.ofVirtual().name(thread.getName()).unstarted(thread::run);
        node.setDaemon(replacement, thread.isDaemon());
        node.replaces(replacement, thread::run);
        Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
        if (handler != thread.getThreadGroup()) {
            replacement.setUncaughtExceptionHandler(handler);
        }
        return replacement;
    }

    /** Somebody calls {@code run} on a thread, as on any {@code Runnable}: a virtual thread does nothing then, a platform thread its task. */
    public static void run(Thread thread) {
        SimulatedNode node = Hooks.nodeOf(thread);
        Runnable task = node == null ? null : node.replacedTask(thread);
        if (task != null) {
            task.run();
        }
    }

    /** Returns -1 for the platform to decide: which threads keep a node alive is not what the platform thinks of virtual threads. */
    public static int isDaemon(Thread thread) {
        SimulatedNode node = Hooks.nodeOf(thread);
        return node == null ? -1 : node.isDaemon(thread) ? 1 : 0;
    }

    public static boolean setDaemon(Thread thread, boolean daemon) {
        SimulatedNode node = thread.isVirtual() ? Hooks.node() : null;
        if (node != null) {
            node.setDaemon(thread, daemon);
        }
        return node != null;
    }

    /** Called by a platform thread's {@code start}. */
    public static void starting(Thread thread) {
        SimulatedNode node = Hooks.node();
        if (node == null || thread.getClass().getName().startsWith("jdk.internal.")) {
            return;
        }
        throw node.refuse(
                "start of the platform thread \"" + thread.getName() + "\" of class "
                        + thread.getClass().getName(),
                "a task given to Thread.ofVirtual(), new Thread(task) or an executor, not a subclass of Thread");
    }

    public static boolean uncaught(Thread thread, Throwable exception) {
        SimulatedNode node = Hooks.nodeOf(thread);
        if (node != null) {
            node.uncaught(thread, exception);
        }
        return node != null;
    }

    public static void setDefaultUncaughtExceptionHandler(Thread.@Nullable UncaughtExceptionHandler handler) {
        SimulatedNode node = Hooks.node();
        if (node != null) {
            node.setDefaultUncaughtExceptionHandler(handler);
        } else {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
    }

    public static void unblocking(Thread thread) {
        SimulatedNode node = Hooks.nodeOf(thread);
        if (node != null) {
            node.unblocking(thread);
        }
    }

    public static void unblocked(Thread thread) {
        SimulatedNode node = Hooks.nodeOf(thread);
        if (node != null) {
            node.unblocked(thread);
        }
    }

    /** Called before a virtual thread blocks its carrier: in the simulator nobody could ever wake it. */
    public static void pinned(Thread thread) {
        SimulatedNode node = Hooks.nodeOf(thread);
        if (node != null) {
            throw node.refuse(
                    "a wait of thread \"" + thread.getName() + "\" in a class initialiser or below a native frame",
                    "waiting outside of static initialisers and native callbacks");
        }
    }

    public static boolean executeInPool(Executor pool, Runnable task) {
        if (pool instanceof SimulatedNode || Hooks.node() == null) {
            return false;
        }
        Thread.ofVirtual().name("pool-task").start(task);
        return true;
    }

    /** Takes over a delayed task of the common pool, which is where {@code CompletableFuture} keeps its timeouts. */
    public static boolean scheduleInPool(Object task) {
        SimulatedNode node = Hooks.node();
        if (node == null) {
            return false;
        }
        node.runAfter(Math.max(0, ((Delayed) task).getDelay(TimeUnit.NANOSECONDS)), (Runnable) task);
        return true;
    }

    public static void refusePool() {
        SimulatedNode node = Hooks.node();
        if (node != null) {
            throw node.refuse(
                    "a task for a ForkJoinPool",
                    "Executors.newVirtualThreadPerTaskExecutor() or a ThreadPoolExecutor, and sequential streams");
        }
    }

    public static void refusePeriodic() {
        SimulatedNode node = Hooks.node();
        if (node != null) {
            throw node.refuse("a periodic task of a ForkJoinPool", "a ScheduledThreadPoolExecutor");
        }
    }
}
