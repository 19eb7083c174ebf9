package dev.gridlock.simulator;

import dev.gridlock.agent.SimulatedNode;
import dev.gridlock.agent.ThreadHooks;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Delayed;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One life of a node, from start to exit: the scheduler of its threads, and what they are told about their process.
 *
 * <p>It is a {@link ForkJoinPool} for one reason: JDK 25 hands timed parks to the scheduler itself only if it is one. Nothing of the pool
 * is used.
 */
@SuppressWarnings("serial")
final class SimulatedProcess extends ForkJoinPool implements SimulatedNode {
    private static final long CLOCK_READ_NANOS = 20;
    /** A pause instruction takes some 40 to 140 cycles on current x86 processors. */
    private static final long PAUSE_NANOS = 40;

    private static final int EXIT_AFTER_EXCEPTION = 1;
    /** What a class is told of the machine that initialises it. */
    private static final int INITIAL_PROCESSORS = 4;

    private static final long INITIAL_PID = 1;

    private final Simulation simulation;
    private final Node node;
    private final int life;
    private final long[] cpuFreeAt;
    private final Map<Thread, NodeThread> unstarted = new LinkedHashMap<>();
    private final Map<Thread, NodeThread> threads = new LinkedHashMap<>();
    private final List<NodeThread> deferred = new ArrayList<>();
    private final Set<Thread> shutdownHooks = new LinkedHashSet<>();
    private final Set<AutoCloseable> opened = new LinkedHashSet<>();
    private final LineBuffer out = new LineBuffer(line -> printed(NodeListener.Stream.OUT, line));
    private final LineBuffer err = new LineBuffer(line -> printed(NodeListener.Stream.ERR, line));
    private Thread.@Nullable UncaughtExceptionHandler defaultHandler;
    private int openedLimit = 64;
    private int initialisers;
    private long initialNanos;
    private int threadNumbers;
    private int poolNumbers;
    private int nonDaemons;
    private int status;
    private boolean exiting;
    private volatile boolean dead;
    private boolean gone;

    SimulatedProcess(Simulation simulation, Node node, int life, int cpus) {
        super(1);
        this.simulation = simulation;
        this.node = node;
        this.life = life;
        this.cpuFreeAt = new long[cpus];
    }

    Simulation simulation() {
        return simulation;
    }

    Node node() {
        return node;
    }

    /** Whether no step of it runs any more; it may still have to be cleared away. */
    boolean isDead() {
        return dead;
    }

    /** Whether it is gone and {@link #die} has cleared it away. */
    boolean isGone() {
        return gone;
    }

    /** The threads that have started and not ended, in the order of their creation. */
    List<NodeThread> liveThreads() {
        return List.copyOf(threads.values());
    }

    int liveThreadCount() {
        return threads.size();
    }

    /** Drops all threads and starts the processors afresh, for {@link ScheduleExplorer}. */
    void forget() {
        threads.clear();
        unstarted.clear();
        Arrays.fill(cpuFreeAt, 0);
    }

    // ---- life

    void start(Program main) {
        Thread first = newThread("main", () -> {
            try {
                main.run();
            } catch (Throwable e) {
                status = EXIT_AFTER_EXCEPTION;
                uncaught(Thread.currentThread(), e);
            }
        });
        setDaemon(first, false);
        first.start();
    }

    Thread newThread(String name, Runnable task) {
        return ThreadHooks.create(
                this, () -> VirtualThreads.builder(this).name(name).unstarted(task));
    }

    /** A thread has run to its end. The process ends with its last thread that is not a daemon, as a JVM does. */
    void ended(NodeThread thread) {
        threads.remove(thread.thread);
        if (!thread.daemon && --nonDaemons == 0 && !exiting && !dead) {
            newThread("DestroyJavaVM", () -> exit(status, false)).start();
        }
    }

    @Override
    public void exit(int code, boolean halt) {
        if (!halt && !exiting) {
            exiting = true;
            for (Thread hook : shutdownHooks) {
                hook.start();
            }
            for (Thread hook : shutdownHooks) {
                joinForExit(hook);
            }
        } else if (!halt) {
            parkForEver();
        }
        simulation.soon(() -> node.ended(this, code));
        dead = true;
        parkForEver();
    }

    private static void joinForExit(Thread hook) {
        boolean interrupted = false;
        while (true) {
            try {
                hook.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The scheduler drops the threads of a dead process, so this is the last step of the calling thread. One that cannot wait, in a class
     * initialiser, gets an exception and unwinds, and nobody hears what it says on its way.
     */
    private static void parkForEver() {
        while (true) {
            Thread.interrupted();
            LockSupport.park();
        }
    }

    /** Ends without a word to the threads, and lets go of what a kernel would. Called on the carrier. */
    void die() {
        dead = true;
        gone = true;
        out.flush();
        err.flush();
        for (AutoCloseable resource : opened) {
            try {
                resource.close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot release " + resource + " of the dead node " + node.name(), e);
            }
        }
        opened.clear();
        threads.clear();
        unstarted.clear();
        deferred.clear();
    }

    @Override
    public void addShutdownHook(Thread hook) {
        if (exiting) {
            throw new IllegalStateException("Shutdown in progress");
        }
        if (!shutdownHooks.add(hook)) {
            throw new IllegalArgumentException("Hook previously registered");
        }
    }

    @Override
    public boolean removeShutdownHook(Thread hook) {
        return shutdownHooks.remove(hook);
    }

    @Override
    public void opened(AutoCloseable resource) {
        if (opened.size() >= openedLimit) {
            opened.removeIf(SimulatedProcess::isClosed);
            openedLimit = Math.max(openedLimit, 2 * opened.size());
        }
        opened.add(resource);
    }

    private static boolean isClosed(AutoCloseable resource) {
        try {
            return resource instanceof Connection connection && connection.isClosed();
        } catch (SQLException e) {
            throw new IllegalStateException(resource + " does not tell whether it is closed", e);
        }
    }

    // ---- scheduling

    @Override
    public Runnable continuation(Thread thread, Runnable continuation) {
        NodeThread created = new NodeThread(this, thread, continuation, simulation.nextThreadNumber());
        unstarted.put(thread, created);
        return created;
    }

    @Override
    public void setDaemon(Thread thread, boolean daemon) {
        NodeThread known = unstarted.get(thread);
        if (known == null) {
            throw new IllegalThreadStateException();
        }
        known.daemon = daemon;
    }

    @Override
    public boolean isDaemon(Thread thread) {
        return VirtualThreads.nodeThread(thread).daemon;
    }

    @Override
    public void replaces(Thread thread, Runnable task) {
        NodeThread known = unstarted.get(thread);
        if (known != null) {
            known.replacedTask = task;
        }
    }

    @Override
    public @Nullable Runnable replacedTask(Thread thread) {
        NodeThread known = unstarted.get(thread);
        return known == null ? null : known.replacedTask;
    }

    /** Takes a thread that can run on. Called by the JDK. */
    @Override
    public void execute(Runnable task) {
        simulation.submit((NodeThread) task);
    }

    void started(NodeThread thread) {
        thread.started = true;
        thread.replacedTask = null;
        unstarted.remove(thread.thread);
        threads.put(thread.thread, thread);
        if (!thread.daemon) {
            nonDaemons++;
        }
    }

    /** Draws when and where a thread that is ready now gets its next step. */
    void draw(NodeThread thread, long ready, long bits) {
        int cpu = 0;
        for (int i = 1; i < cpuFreeAt.length; i++) {
            if (cpuFreeAt[i] < cpuFreeAt[cpu]) {
                cpu = i;
            }
        }
        long cost = simulation.options().cpu().stepNanos(bits);
        double slowdown = node.slowdown();
        if (slowdown != 1.0) {
            cost = Math.max(1, (long) (cost * slowdown));
        }
        thread.at = Math.max(ready, cpuFreeAt[cpu]) + cost;
        thread.tie = bits;
        thread.cpu = cpu;
        cpuFreeAt[cpu] = thread.at;
    }

    /** The step of a thread kept its processor until {@code instant}. */
    void charge(NodeThread thread, long instant) {
        if (cpuFreeAt[thread.cpu] < instant) {
            cpuFreeAt[thread.cpu] = instant;
        }
    }

    void defer(NodeThread thread) {
        deferred.add(thread);
    }

    /** Gives the threads that became ready during a pause their turn. */
    void releaseDeferred() {
        List<NodeThread> ready = List.copyOf(deferred);
        deferred.clear();
        ready.forEach(simulation::enqueue);
    }

    @Override
    public void schedulingPoint() {
        if (initialisers == 0) {
            simulation.schedulingPoint();
        }
    }

    @Override
    public void loop() {
        compute(simulation.options().cpu().loopNanos());
    }

    @Override
    public void spin() {
        compute(PAUSE_NANOS);
    }

    private void compute(long nanos) {
        if (initialisers == 0) {
            simulation.compute(scaled(nanos));
        } else {
            initialNanos += nanos;
        }
    }

    private long scaled(long nanos) {
        return node.slowdown() == 1.0 ? nanos : (long) (nanos * node.slowdown());
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        Timer timer = new Timer(command, node.clock().virtualDelay(unit.toNanos(delay)));
        simulation.add(timer);
        return timer;
    }

    @Override
    public void runAfter(long delayNanos, Runnable task) {
        simulation.add(new Timer(
                () -> newThread("delayed-task", task).start(), node.clock().virtualDelay(delayNanos)));
    }

    /** A timer of the process; dies with it. */
    private final class Timer extends Event implements ScheduledFuture<Object> {
        private final Runnable command;
        private boolean cancelled;

        Timer(Runnable command, long delay) {
            this.command = command;
            this.at = simulation.after(delay);
            this.tie = simulation.nextRandom();
        }

        @Override
        void fire() {
            if (!dead) {
                simulation.trace(Trace.Kind.TIMER, node, 0);
                command.run();
            }
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            cancelled = true;
            simulation.remove(this);
            return true;
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }

        @Override
        public boolean isDone() {
            return index < 0;
        }

        @Override
        public Object get() {
            throw new UnsupportedOperationException("nobody waits for a timer of the scheduler");
        }

        @Override
        public Object get(long timeout, TimeUnit unit) {
            return get();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - simulation.localNow(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    @Override
    public void unblocking(Thread thread) {
        MonitorHandoffs.unblocking(VirtualThreads.nodeThread(thread));
    }

    @Override
    public void unblocked(Thread thread) {
        MonitorHandoffs.unblocked(VirtualThreads.nodeThread(thread));
    }

    // ---- what the process sees

    @Override
    public void enterInitialiser() {
        if (initialisers++ == 0) {
            initialNanos = 0;
        }
    }

    @Override
    public void leaveInitialiser() {
        initialisers--;
    }

    @Override
    public long nanoTime() {
        return initialisers == 0
                ? node.clock().monotonicNanos(simulation.localNow())
                : NodeClock.ORIGIN_NANOS + initialNanos;
    }

    @Override
    public long wallNanos() {
        return initialisers == 0
                ? node.clock().wallNanos(simulation.localNow())
                : node.clock().epochNanos() + initialNanos;
    }

    @Override
    public void clockRead() {
        compute(CLOCK_READ_NANOS);
    }

    @Override
    public long nextRandom() {
        return simulation.nextRandom();
    }

    @Override
    public long threadSeed() {
        return simulation.options().seed() * 0x9E3779B97F4A7C15L ^ simulation.runningNumber() * 0xD1B54A32D192ED03L;
    }

    @Override
    public long nextThreadId() {
        return simulation.nextThreadId();
    }

    @Override
    public int nextThreadNumber() {
        return threadNumbers++;
    }

    @Override
    public int nextPoolNumber() {
        return initialisers == 0 ? ++poolNumbers : 0;
    }

    @Override
    public int availableProcessors() {
        return initialisers == 0 ? cpuFreeAt.length : INITIAL_PROCESSORS;
    }

    @Override
    public long pid() {
        return initialisers == 0 ? 1000L * node.number() + life : INITIAL_PID;
    }

    @Override
    public void uncaught(Thread thread, Throwable exception) {
        if (dead) {
            return;
        }
        Thread.UncaughtExceptionHandler handler = defaultHandler;
        if (handler != null) {
            handler.uncaughtException(thread, exception);
            return;
        }
        StringWriter text = new StringWriter();
        text.append("Exception in thread \"").append(thread.getName()).append("\" ");
        exception.printStackTrace(new PrintWriter(text, true));
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        err.write(bytes, 0, bytes.length);
        String name = thread.getName();
        simulation.notice((at) -> node.listener().onUncaught(node, name, exception, at));
    }

    @Override
    public void setDefaultUncaughtExceptionHandler(Thread.@Nullable UncaughtExceptionHandler handler) {
        defaultHandler = handler;
    }

    void write(NodeListener.Stream stream, byte[] bytes, int offset, int length) {
        if (!dead) {
            (stream == NodeListener.Stream.OUT ? out : err).write(bytes, offset, length);
        }
    }

    private void printed(NodeListener.Stream stream, String line) {
        simulation.traceOutput(node, line);
        simulation.notice(at -> node.listener().onOutput(node, stream, line, at));
    }

    @Override
    public InetAddress @Nullable [] resolve(String host) throws UnknownHostException {
        return simulation.network().resolve(host);
    }

    @Override
    public InetAddress localHost() {
        return node.host().address();
    }

    @Override
    public String nameOf(InetAddress address) {
        return simulation.network().nameOf(address);
    }

    @Override
    public UnsupportedOperationException refuse(String what, String instead) {
        String message = "node " + node.name() + ": " + what + " cannot be simulated; use " + instead;
        UnsupportedOperationException refusal = new UnsupportedOperationException(message);
        if (!dead) {
            simulation.leak(message, List.of(refusal.getStackTrace()));
        }
        return refusal;
    }
}
