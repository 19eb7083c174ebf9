package dev.gridlock.agent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The calls that the agent writes into classes: clocks, scheduling points, the process, names. Each asks the current thread's node, and falls
 * back to the platform for every thread that is not simulated.
 *
 * <p>Lies on the bootstrap class path so that {@code java.base} itself can call it. Thread-safe.
 */
public final class Hooks {
    private static final MethodHandle SCHEDULER = schedulerGetter();

    private Hooks() {}

    private static MethodHandle schedulerGetter() {
        try {
            Class<?> virtualThread = Class.forName("java.lang.VirtualThread");
            return MethodHandles.privateLookupIn(virtualThread, MethodHandles.lookup())
                    .findGetter(virtualThread, "scheduler", Executor.class)
                    .asType(MethodType.methodType(Object.class, Thread.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns the node that {@code thread} belongs to, or null if it is not simulated. */
    public static @Nullable SimulatedNode nodeOf(Thread thread) {
        if (!thread.isVirtual()) {
            return null;
        }
        try {
            Object scheduler = (Object) SCHEDULER.invokeExact(thread);
            return scheduler instanceof SimulatedNode node ? node : null;
        } catch (Throwable e) {
            throw new AssertionError("the scheduler of a virtual thread cannot be read", e);
        }
    }

    /** Returns the node of the calling thread, or null. */
    static @Nullable SimulatedNode node() {
        return nodeOf(Thread.currentThread());
    }

    // ---- time

    public static long nanoTime() {
        SimulatedNode node = node();
        if (node == null) {
            return System.nanoTime();
        }
        node.clockRead();
        return node.nanoTime();
    }

    public static long nanoTimeOfPlatform() {
        SimulatedNode node = node();
        return node != null ? node.nanoTime() : System.nanoTime();
    }

    public static long currentTimeMillis() {
        SimulatedNode node = node();
        if (node == null) {
            return System.currentTimeMillis();
        }
        node.clockRead();
        return Math.floorDiv(node.wallNanos(), 1_000_000L);
    }

    public static long currentTimeMillisOfPlatform() {
        SimulatedNode node = node();
        return node != null ? Math.floorDiv(node.wallNanos(), 1_000_000L) : System.currentTimeMillis();
    }

    /** Replaces {@code VM.getNanoTimeAdjustment}: nanoseconds from {@code offsetSeconds} after the epoch until now. */
    public static long nanoTimeAdjustment(long offsetSeconds) {
        SimulatedNode node = node();
        if (node == null) {
            throw new AssertionError("asked for simulated time outside of a node");
        }
        node.clockRead();
        return node.wallNanos() - offsetSeconds * 1_000_000_000L;
    }

    public static boolean simulated() {
        return node() != null;
    }

    // ---- class initialisers

    public static void enterInitialiser() {
        SimulatedNode node = node();
        if (node != null) {
            node.enterInitialiser();
        }
    }

    public static void leaveInitialiser() {
        SimulatedNode node = node();
        if (node != null) {
            node.leaveInitialiser();
        }
    }

    // ---- scheduling points

    public static void point() {
        SimulatedNode node = node();
        if (node != null) {
            node.schedulingPoint();
        }
    }

    public static void loop() {
        SimulatedNode node = node();
        if (node != null) {
            node.loop();
        }
    }

    public static void onSpinWait() {
        SimulatedNode node = node();
        if (node != null) {
            node.spin();
        } else {
            Thread.onSpinWait();
        }
    }

    /** A node is told that it has one processor where the platform would spin before it waits: spinning helps nobody there. */
    public static boolean uniprocessor(boolean platform) {
        return platform || node() != null;
    }

    // ---- process

    public static int availableProcessors(Runtime runtime) {
        SimulatedNode node = node();
        return node != null ? node.availableProcessors() : runtime.availableProcessors();
    }

    public static long pid(ProcessHandle handle) {
        SimulatedNode node = node();
        return node != null ? node.pid() : handle.pid();
    }

    public static void exit(int status, boolean halt) {
        SimulatedNode node = node();
        if (node != null) {
            node.exit(status, halt);
        }
    }

    public static boolean addShutdownHook(Thread hook) {
        SimulatedNode node = node();
        if (node == null || isOfPlatform(hook)) {
            return false;
        }
        node.addShutdownHook(hook);
        return true;
    }

    /** A thread of the platform's own, such as the one that closes the log files, serves the whole JVM. */
    private static boolean isOfPlatform(Thread thread) {
        return thread.getClass() != Thread.class
                && !thread.isVirtual()
                && thread.getClass().getClassLoader() == null;
    }

    /** Returns -1 for the platform to decide, else whether the hook was there. */
    public static int removeShutdownHook(Thread hook) {
        SimulatedNode node = node();
        return node == null ? -1 : node.removeShutdownHook(hook) ? 1 : 0;
    }

    public static void opened(@Nullable Object resource) {
        SimulatedNode node = node();
        if (node != null && resource instanceof AutoCloseable closeable) {
            node.opened(closeable);
        }
    }

    public static void refuseChannel() {
        SimulatedNode node = node();
        if (node != null) {
            throw node.refuse("an NIO channel or datagram socket", "java.net.Socket and java.net.ServerSocket");
        }
    }

    public static void refusePing() {
        SimulatedNode node = node();
        if (node != null) {
            throw node.refuse("InetAddress.isReachable", "a connection to a port of the host");
        }
    }

    public static void refuseProcess() {
        SimulatedNode node = node();
        if (node != null) {
            throw node.refuse("the start of a child process", "a node of its own in the scenario");
        }
    }

    // ---- names

    public static InetAddress @Nullable [] resolve(@Nullable String host) throws UnknownHostException {
        SimulatedNode node = node();
        return node == null || host == null || host.isEmpty() ? null : node.resolve(host);
    }

    public static @Nullable InetAddress localHost() {
        SimulatedNode node = node();
        return node != null ? node.localHost() : null;
    }

    public static @Nullable String nameOf(InetAddress address) {
        SimulatedNode node = node();
        return node != null ? node.nameOf(address) : null;
    }
}
