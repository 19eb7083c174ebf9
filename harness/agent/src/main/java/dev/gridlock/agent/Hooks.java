package dev.gridlock.agent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The calls that the agent writes into classes. Each asks the current thread's node, and falls back to the platform for every thread
 * that is not simulated.
 *
 * <p>Lies on the bootstrap class path so that {@code java.base} itself can call it. Thread-safe.
 */
public final class Hooks {
    private static final MethodHandle SCHEDULER = schedulerGetter();
    private static final StackWalker STACK = StackWalker.getInstance();
    private static volatile @Nullable Creation creation;

    private record Creation(Thread creator, SimulatedNode node) {}

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

    private static @Nullable SimulatedNode node() {
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

    // ---- randomness

    /** Draws when it is made, and the platform makes one for the whole JVM when it is first asked for. */
    private static final String TLS_CONTEXT = "sun.security.ssl.SSLContextImpl";

    /**
     * A value drawn for something that is made once stays for every later run in this JVM, so it may depend on the class only; any other
     * draw comes from the node.
     */
    private static long draw(SimulatedNode node) {
        String initialised = STACK.walk(frames -> frames.filter(f ->
                        f.getMethodName().equals("<clinit>") || f.getClassName().equals(TLS_CONTEXT))
                .findFirst()
                .map(StackWalker.StackFrame::getClassName)
                .orElse(""));
        return initialised.isEmpty() ? node.nextRandom() : initialised.hashCode() * 0x9E3779B97F4A7C15L;
    }

    public static double random() {
        SimulatedNode node = node();
        return node != null ? (draw(node) >>> 11) * 0x1.0p-53 : Math.random();
    }

    /** Replaces the shared seed sequences of {@code SplittableRandom} and its kin. */
    public static long getAndAdd(AtomicLong seeds, long increment) {
        SimulatedNode node = node();
        return node != null ? draw(node) : seeds.getAndAdd(increment);
    }

    /** Replaces the shared seed sequence of {@code ThreadLocalRandom}. */
    public static long threadSeed(AtomicLong seeds, long increment) {
        SimulatedNode node = node();
        return node != null ? node.threadSeed() : seeds.getAndAdd(increment);
    }

    /** Replaces the shared sequence of probes, which scatter the threads over the cells of a counter. */
    public static int threadProbe(AtomicInteger probes, int increment) {
        SimulatedNode node = node();
        return node != null ? (int) node.threadSeed() | 1 : probes.addAndGet(increment);
    }

    /** Returns a seed for {@code new Random()}, or zero for the platform's. */
    public static long randomSeed() {
        SimulatedNode node = node();
        return node != null ? draw(node) | 1 : 0;
    }

    /** Fills {@code bytes} for {@code SecureRandom} in a node. */
    public static boolean fillRandom(byte[] bytes) {
        SimulatedNode node = node();
        if (node == null) {
            return false;
        }
        long bits = 0;
        for (int i = 0; i < bytes.length; i++) {
            bits = (i & 7) == 0 ? draw(node) : bits >>> 8;
            bytes[i] = (byte) bits;
        }
        return true;
    }

    /** Returns seed bytes for {@code SecureRandom.generateSeed}, or null for the platform's. */
    public static byte @Nullable [] seedBytes(int count) {
        if (count < 0 || node() == null) {
            return null;
        }
        byte[] bytes = new byte[count];
        fillRandom(bytes);
        return bytes;
    }

    /** Shuffles for {@code Collections.shuffle}, which keeps one generator for all. */
    public static boolean shuffle(List<?> list) {
        SimulatedNode node = node();
        if (node != null) {
            Collections.shuffle(list, new Random(draw(node)));
        }
        return node != null;
    }

    /** The hash of an enum constant by its name, so that hashed sets of constants iterate alike in every JVM. */
    public static int enumHash(Object constant) {
        Enum<?> e = (Enum<?>) constant;
        int hash = e.getDeclaringClass().getName().hashCode() * 31 + e.name().hashCode();
        return hash == 0 ? 1 : hash;
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

    // ---- threads

    /** Runs {@code create} so that the threads it creates are numbered by {@code node} although the caller is not one of its threads. */
    public static Thread create(SimulatedNode node, java.util.function.Supplier<Thread> create) {
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
        SimulatedNode node = node();
        if (node == null) {
            Creation c = creation;
            node = c != null && c.creator == Thread.currentThread() ? c.node : null;
        }
        return node != null ? node.nextThreadId() : 0;
    }

    /** Returns -1 for the platform's own number. */
    public static int threadNumber() {
        SimulatedNode node = node();
        return node != null ? node.nextThreadNumber() : -1;
    }

    public static int poolNumber(AtomicInteger numbers) {
        SimulatedNode node = node();
        return node != null ? node.nextPoolNumber() : numbers.getAndIncrement();
    }

    public static Runnable continuation(Runnable continuation, Thread thread) {
        SimulatedNode node = nodeOf(thread);
        return node != null ? node.continuation(thread, continuation) : continuation;
    }

    /** Replaces a platform thread that a node created by a virtual one that runs the same task. */
    @SuppressWarnings({"DoNotCall", "UnnecessaryMethodReference"
    }) // the thread is never started, its task is run by another
    public static Thread replace(Thread thread) {
        SimulatedNode node = node();
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
        SimulatedNode node = nodeOf(thread);
        Runnable task = node == null ? null : node.replacedTask(thread);
        if (task != null) {
            task.run();
        }
    }

    /** Returns -1 for the platform to decide: which threads keep a node alive is not what the platform thinks of virtual threads. */
    public static int isDaemon(Thread thread) {
        SimulatedNode node = nodeOf(thread);
        return node == null ? -1 : node.isDaemon(thread) ? 1 : 0;
    }

    public static boolean setDaemon(Thread thread, boolean daemon) {
        SimulatedNode node = thread.isVirtual() ? node() : null;
        if (node != null) {
            node.setDaemon(thread, daemon);
        }
        return node != null;
    }

    /** Called by a platform thread's {@code start}. */
    public static void starting(Thread thread) {
        SimulatedNode node = node();
        if (node == null || thread.getClass().getName().startsWith("jdk.internal.")) {
            return;
        }
        throw node.refuse(
                "start of the platform thread \"" + thread.getName() + "\" of class "
                        + thread.getClass().getName(),
                "a task given to Thread.ofVirtual(), new Thread(task) or an executor, not a subclass of Thread");
    }

    public static boolean uncaught(Thread thread, Throwable exception) {
        SimulatedNode node = nodeOf(thread);
        if (node != null) {
            node.uncaught(thread, exception);
        }
        return node != null;
    }

    public static void setDefaultUncaughtExceptionHandler(Thread.@Nullable UncaughtExceptionHandler handler) {
        SimulatedNode node = node();
        if (node != null) {
            node.setDefaultUncaughtExceptionHandler(handler);
        } else {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
    }

    public static void unblocking(Thread thread) {
        SimulatedNode node = nodeOf(thread);
        if (node != null) {
            node.unblocking(thread);
        }
    }

    public static void unblocked(Thread thread) {
        SimulatedNode node = nodeOf(thread);
        if (node != null) {
            node.unblocked(thread);
        }
    }

    /** Called before a virtual thread blocks its carrier: in the simulator nobody could ever wake it. */
    public static void pinned(Thread thread) {
        SimulatedNode node = nodeOf(thread);
        if (node != null) {
            throw node.refuse(
                    "a wait of thread \"" + thread.getName() + "\" in a class initialiser or below a native frame",
                    "waiting outside of static initialisers and native callbacks");
        }
    }

    // ---- pools

    public static boolean executeInPool(Executor pool, Runnable task) {
        if (pool instanceof SimulatedNode || node() == null) {
            return false;
        }
        Thread.ofVirtual().name("pool-task").start(task);
        return true;
    }

    /** Takes over a delayed task of the common pool, which is where {@code CompletableFuture} keeps its timeouts. */
    public static boolean scheduleInPool(Object task) {
        SimulatedNode node = node();
        if (node == null) {
            return false;
        }
        node.runAfter(Math.max(0, ((Delayed) task).getDelay(TimeUnit.NANOSECONDS)), (Runnable) task);
        return true;
    }

    public static void refusePool() {
        SimulatedNode node = node();
        if (node != null) {
            throw node.refuse(
                    "a task for a ForkJoinPool",
                    "Executors.newVirtualThreadPerTaskExecutor() or a ThreadPoolExecutor, and sequential streams");
        }
    }

    public static void refusePeriodic() {
        SimulatedNode node = node();
        if (node != null) {
            throw node.refuse("a periodic task of a ForkJoinPool", "a ScheduledThreadPoolExecutor");
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
