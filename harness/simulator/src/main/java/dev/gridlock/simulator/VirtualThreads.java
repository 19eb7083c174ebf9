package dev.gridlock.simulator;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;

/**
 * The one place that looks into JDK 25's virtual threads: their scheduler, and the state that tells how they wait.
 *
 * <p>Names and numbers are those of {@code java.lang.VirtualThread} in JDK 25; class initialisation fails with a clear error elsewhere.
 */
final class VirtualThreads {
    private static final int BLOCKED = 13;
    private static final int UNBLOCKED = 14;
    private static final int WAIT = 16;
    private static final int TIMED_WAIT = 18;
    private static final int TERMINATED = 99;

    private static final MethodHandle NEW_BUILDER;
    private static final MethodHandle STATE;
    private static final MethodHandle CONTINUATION;
    private static final VarHandle ON_WAITING_LIST;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            Class<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
            NEW_BUILDER = MethodHandles.privateLookupIn(builder, lookup)
                    .findConstructor(builder, MethodType.methodType(void.class, Executor.class))
                    .asType(MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class));
            Class<?> virtualThread = Class.forName("java.lang.VirtualThread");
            MethodHandles.Lookup inside = MethodHandles.privateLookupIn(virtualThread, lookup);
            STATE = inside.findVarHandle(virtualThread, "state", int.class)
                    .toMethodHandle(VarHandle.AccessMode.GET_VOLATILE)
                    .asType(MethodType.methodType(int.class, Thread.class));
            CONTINUATION = inside.findGetter(virtualThread, "runContinuation", Runnable.class)
                    .asType(MethodType.methodType(Runnable.class, Thread.class));
            ON_WAITING_LIST = inside.findVarHandle(virtualThread, "onWaitingList", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(new IllegalStateException(
                    "the simulator knows the virtual threads of JDK 25, this is " + Runtime.version()
                            + "; is the Gridlock agent installed?",
                    e));
        }
    }

    private VirtualThreads() {}

    /** Returns a builder of threads that {@code scheduler} runs; threads that they start inherit it. */
    static Thread.Builder.OfVirtual builder(Executor scheduler) {
        try {
            return ((Thread.Builder.OfVirtual) NEW_BUILDER.invokeExact(scheduler))
                    .inheritInheritableThreadLocals(false);
        } catch (Throwable e) {
            throw new AssertionError("cannot create a virtual thread with a scheduler", e);
        }
    }

    private static int state(Thread thread) {
        try {
            return (int) STATE.invokeExact(thread);
        } catch (Throwable e) {
            throw new AssertionError("cannot read the state of a virtual thread", e);
        }
    }

    static boolean isTerminated(Thread thread) {
        return state(thread) == TERMINATED;
    }

    /** Whether the thread waits for a monitor, to enter it or to be notified, so that the JVM will bring it back. */
    static boolean waitsForMonitor(Thread thread) {
        int state = state(thread);
        return state == BLOCKED || state == UNBLOCKED || state == WAIT || state == TIMED_WAIT;
    }

    /** Returns what {@link SimulatedProcess#continuation} made for a thread of a node; may be asked by any thread. */
    static NodeThread nodeThread(Thread thread) {
        try {
            return (NodeThread) (Runnable) CONTINUATION.invokeExact(thread);
        } catch (Throwable e) {
            throw new AssertionError("cannot read the continuation of a virtual thread", e);
        }
    }

    /** Whether the JVM has decided to hand a monitor to the thread and its unblocker has not got to it. */
    static boolean isOnWaitingList(Thread thread) {
        return (boolean) ON_WAITING_LIST.getVolatile(thread);
    }
}
