package dev.gridlock.agent;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * What one simulated process answers to the hooks, in place of the platform.
 *
 * <p>The scheduler of a virtual thread is its node: an {@link java.util.concurrent.Executor} that implements this interface makes every
 * thread it schedules a simulated one. All methods but {@link #unblocking} and {@link #unblocked} are called by threads of the node, one
 * at a time.
 */
public interface SimulatedNode {
    /** Returns the node's monotonic clock in nanoseconds. */
    long nanoTime();

    /** Returns the nanoseconds since the epoch on the node's wall clock, which may step and drift. */
    long wallNanos();

    /**
     * The program reads a clock: costs time, so that a loop that polls a clock ends.
     *
     * <p>Not called for the platform's own reads: it makes some only once in a JVM, and no later run could tell.
     */
    void clockRead();

    /** The calling thread begins to initialise a class, which happens once in a JVM and so must cost nothing and see always the same. */
    void enterInitialiser();

    /** The counterpart of {@link #enterInitialiser}. */
    void leaveInitialiser();

    /** Returns the next value of the node's own random stream. */
    long nextRandom();

    /** Returns the seed of the calling thread's {@code ThreadLocalRandom}; equal for equal threads whatever ran before. */
    long threadSeed();

    /** Returns the identifier for a thread that is being created. */
    long nextThreadId();

    /** Returns the number in the default name of a platform thread that is being created. */
    int nextThreadNumber();

    /** Returns the number in the name of a default thread factory's pool that is being created. */
    int nextPoolNumber();

    int availableProcessors();

    long pid();

    /** A place where the calling thread may lose its processor. */
    void schedulingPoint();

    /** One round of a loop in a class with scheduling points: costs time, and may be a scheduling point. */
    void loop();

    /** One pause in a spin loop: costs time, and may be a scheduling point. */
    void spin();

    /** Ends the process: runs shutdown hooks first unless {@code halt}. Does not return. */
    void exit(int status, boolean halt);

    void addShutdownHook(Thread hook);

    boolean removeShutdownHook(Thread hook);

    /** Wraps the continuation of a thread that is being created, so that the scheduler can tell whose it is. */
    Runnable continuation(Thread thread, Runnable continuation);

    void setDaemon(Thread thread, boolean daemon);

    /** Whether the process may end before a thread of it, which is so for virtual threads that stand for nothing else. */
    boolean isDaemon(Thread thread);

    /** Notes what a thread that stands for a platform thread would run if its {@code run} were called as that of any object. */
    void replaces(Thread thread, Runnable task);

    /** Returns what was noted for a thread that has not started, or null. */
    @Nullable
    Runnable replacedTask(Thread thread);

    /** Notes an exception that no handler of the thread's own took. */
    void uncaught(Thread thread, Throwable exception);

    void setDefaultUncaughtExceptionHandler(Thread.@Nullable UncaughtExceptionHandler handler);

    /** Runs {@code task} in a new thread after a delay of virtual time. */
    void runAfter(long delayNanos, Runnable task);

    /** Notes something that the kernel would release if the process died, such as a database connection. */
    void opened(AutoCloseable resource);

    /**
     * Returns the addresses of a host name, or null for an address literal.
     *
     * @throws UnknownHostException if the simulated network has no such name
     */
    InetAddress @Nullable [] resolve(String host) throws UnknownHostException;

    InetAddress localHost();

    /** Returns the name of an address, or the address as text if the simulated network has no name for it. */
    String nameOf(InetAddress address);

    /** The JVM's unblocker thread is about to take {@code thread} off its list; called by that thread. */
    void unblocking(Thread thread);

    /** The JVM's unblocker thread has submitted {@code thread}, or left it to submit itself; called by that thread. */
    void unblocked(Thread thread);

    /** Reports an act that cannot be simulated, and makes the run fail with the same words. */
    UnsupportedOperationException refuse(String what, String instead);
}
