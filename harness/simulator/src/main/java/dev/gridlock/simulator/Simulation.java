package dev.gridlock.simulator;

import dev.gridlock.agent.Hooks;
import dev.gridlock.simulator.RunOutcome.ThreadReport;
import dev.gridlock.simulator.network.Network;
import dev.gridlock.simulator.network.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ordinary programs in virtual time, every choice drawn from a seed.
 *
 * <p>Each thread of each node is a virtual thread that one carrier runs, a step at a time, in the order of an event queue. Add nodes and
 * start them, then {@link #run}. Not thread-safe, and one at a time in a JVM: nodes of two simulations would meet in the locks of the JDK.
 */
public final class Simulation implements AutoCloseable {
    /** Far from the identifiers of real threads, and the same in every run. */
    private static final long FIRST_THREAD_ID = 1L << 20;

    private final SimulationOptions options;
    private final Network network;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final EventQueue queue = new EventQueue();
    private final ArrayDeque<Runnable> notices = new ArrayDeque<>();
    private final MonitorHandoffs handoffs = new MonitorHandoffs();
    private final @Nullable TraceWriter writer;
    private SplittableRandom random;
    private TraceHash hash;
    private long draws;
    private long now;
    private long elapsed;
    private long limit;
    private long threadNumbers;
    private long threadIds = FIRST_THREAD_ID;
    private @Nullable NodeThread running;
    private boolean stopped;
    private volatile long steps;
    private volatile @Nullable Thread carrier;
    private volatile RunOutcome.@Nullable Leaked leaked;

    private Simulation(SimulationOptions options) {
        this.options = options;
        this.random = new SplittableRandom(options.seed());
        this.hash = new TraceHash(options.seed());
        this.network = new Network(new NetworkTime());
        try {
            this.writer = options.trace().isPresent()
                    ? new TraceWriter(options.trace().get(), options.seed())
                    : null;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write the trace " + options.trace().get(), e);
        }
    }

    /**
     * Creates an empty simulation at instant zero.
     *
     * @throws IllegalStateException if the agent is not in this JVM and cannot be attached, or met a JDK that it does not know
     */
    public static Simulation create(SimulationOptions options) {
        Platform.prepare(options.schedulingPoints());
        return new Simulation(options);
    }

    public SimulationOptions options() {
        return options;
    }

    public Network network() {
        return network;
    }

    /**
     * Adds a machine.
     *
     * @throws IllegalArgumentException if its name or address is taken
     */
    public Node addNode(NodeOptions added) {
        if (nodes.containsKey(added.name())) {
            throw new IllegalArgumentException("there are two nodes named " + added.name());
        }
        long epoch = ChronoUnit.NANOS.between(Instant.EPOCH, options.epoch());
        Node node = new Node(
                this,
                added,
                nodes.size() + 1,
                network.addHost(added.name(), added.address(), added.hostNames()),
                new NodeClock(epoch));
        nodes.put(added.name(), node);
        return node;
    }

    /** Runs {@code action} on the carrier, outside of every node, at an instant of virtual time that has not passed. */
    public void at(Duration instant, Runnable action) {
        long nanos = instant.toNanos();
        if (nanos < now) {
            throw new IllegalArgumentException("the instant " + instant + " has passed, it is " + now());
        }
        add(new Action(nanos, Trace.Kind.ACTION, action));
    }

    /** Ends the run after the current event. To be called on the carrier. */
    public void stop() {
        stopped = true;
    }

    /** Virtual time since the start. */
    public Duration now() {
        return Duration.ofNanos(localNow());
    }

    /** How many steps threads have made. */
    public long steps() {
        return steps;
    }

    /** The hash over all that happened so far; equal for equal scenario, seed and version on every machine. */
    public long traceHash() {
        return hash.value();
    }

    /**
     * Lets virtual time pass until an instant, or until nothing is left to happen.
     *
     * <p>Runs on a thread of its own, the carrier, and waits for it. An exception of an action or a listener ends the run and is thrown here.
     */
    public RunOutcome run(Duration until) {
        return Carrier.run(this, () -> loop(until.toNanos()));
    }

    @Override
    public void close() {
        for (Node node : nodes.values()) {
            SimulatedProcess process = node.process();
            if (process != null) {
                if (!process.isGone()) {
                    process.die();
                }
                process.shutdown();
            }
        }
        if (writer != null) {
            writer.close();
        }
    }

    // ---- the loop

    RunOutcome loop(long until) {
        carrier = Thread.currentThread();
        limit = until;
        try {
            while (true) {
                RunOutcome outcome = ending();
                if (outcome != null) {
                    return outcome;
                }
                Event event = queue.poll();
                if (event == null) {
                    throw new AssertionError("the queue emptied between two looks at it");
                }
                advanceTo(event);
                drainNotices();
            }
        } finally {
            carrier = null;
        }
    }

    /** Runs until nothing is left to happen or {@code afterStep} tells a violation, for {@link ScheduleExplorer}. */
    @Nullable
    String drain(Supplier<@Nullable String> afterStep) {
        carrier = Thread.currentThread();
        limit = Long.MAX_VALUE;
        try {
            for (Event event; (event = queue.poll()) != null; ) {
                advanceTo(event);
                RunOutcome.Leaked leak = leaked;
                if (leak != null) {
                    throw new IllegalStateException(leak.message());
                }
                if (steps >= options.maxSteps()) {
                    return "step limit";
                }
                String violation = afterStep.get();
                if (violation != null) {
                    return violation;
                }
            }
            return null;
        } finally {
            carrier = null;
        }
    }

    private void advanceTo(Event event) {
        if (event.at > now) {
            now = event.at;
        }
        event.fire();
    }

    private @Nullable RunOutcome ending() {
        if (leaked != null) {
            return leaked;
        }
        if (stopped) {
            stopped = false;
            return new RunOutcome.Stopped(now());
        }
        if (steps >= options.maxSteps()) {
            return new RunOutcome.StepLimitReached(now(), steps);
        }
        if (queue.nextAt() <= limit && !queue.isEmpty()) {
            return null;
        }
        if (queue.isEmpty()) {
            List<ThreadReport> stuck = Deadlocks.find(nodes.values());
            if (!stuck.isEmpty()) {
                return new RunOutcome.Deadlocked(now(), stuck);
            }
        }
        if (limit != Long.MAX_VALUE) {
            now = Math.max(now, limit);
        }
        return new RunOutcome.Completed(now());
    }

    private void drainNotices() {
        for (Runnable notice; (notice = notices.poll()) != null; ) {
            notice.run();
        }
    }

    void step(NodeThread thread) {
        SimulatedProcess process = thread.process;
        if (process.isDead()) {
            return;
        }
        if (process.node().isPaused()) {
            process.defer(thread);
            return;
        }
        running = thread;
        count(thread);
        thread.run();
        running = null;
        if (elapsed > 0) {
            process.charge(thread, now + elapsed);
            elapsed = 0;
        }
        if (VirtualThreads.isTerminated(thread.thread)) {
            process.ended(thread);
        } else {
            handoffs.afterStep(thread);
        }
        for (NodeThread handed : handoffs.settle()) {
            enqueue(handed);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // the carrier alone writes it
    private void count(NodeThread thread) {
        steps++;
        hash.add(now);
        hash.add(thread.number);
        if (writer != null) {
            writer.step(now, thread, draws, hash.value());
        }
    }

    /** Takes a thread that can run on, from whoever says so. */
    void submit(NodeThread thread) {
        Thread current = Thread.currentThread();
        Thread expected = carrier;
        boolean betweenSteps = current == expected || (expected == null && !current.isVirtual());
        if (betweenSteps || (Hooks.nodeOf(current) instanceof SimulatedProcess waker && waker.simulation() == this)) {
            enqueue(thread);
        } else if (current.getName().equals("VirtualThread-unblocker")) {
            handoffs.arrive(thread);
        } else {
            leak(
                    "the foreign thread \"" + current.getName() + "\" woke thread \"" + thread.name() + "\" of node "
                            + thread.process.node().name()
                            + "; nodes may share nothing with real threads, use sockets or Simulation.at",
                    List.of(current.getStackTrace()));
        }
    }

    void enqueue(NodeThread thread) {
        if (thread.process.isDead() || thread.index >= 0) {
            return;
        }
        if (!thread.started) {
            thread.process.started(thread);
        }
        if (thread.drawn) {
            thread.drawn = false;
        } else {
            thread.process.draw(thread, localNow(), nextRandom());
        }
        queue.add(thread);
    }

    /**
     * A place where the running thread may lose its processor. If no other event comes before its next step, it runs on at once: being
     * switched out and in again could not be told apart.
     */
    @SuppressWarnings(
            "ThreadPriorityCheck") // here a yield is not a hint: it is how a virtual thread goes back to its scheduler
    void schedulingPoint() {
        NodeThread thread = running;
        if (thread == null) {
            return;
        }
        thread.process.draw(thread, localNow(), nextRandom());
        if (thread.at < queue.nextAt()
                && thread.at <= limit
                && handoffs.isEmpty()
                && notices.isEmpty()
                && steps < options.maxSteps()
                && leaked == null) {
            now = thread.at;
            elapsed = 0;
            count(thread);
            return;
        }
        thread.drawn = true;
        Thread.yield();
        // A thread that is pinned, in a class initialiser say, could not go: it keeps its processor.
        thread.drawn = false;
    }

    /** The running thread computes for a while; past its quantum that is a scheduling point. */
    void compute(long nanos) {
        elapsed += nanos;
        if (elapsed >= options.cpu().quantumNanos()) {
            schedulingPoint();
        }
    }

    // ---- what the parts of the simulation share

    /** Nanoseconds since the start, including what the running step has used up. */
    long localNow() {
        return now + elapsed;
    }

    /** Returns the instant {@code delay} nanoseconds from now, or the end of time. */
    long after(long delay) {
        long at = localNow() + Math.max(0, delay);
        return at < 0 ? Long.MAX_VALUE : at;
    }

    void add(Event event) {
        queue.add(event);
    }

    void remove(Event event) {
        queue.remove(event);
    }

    long nextRandom() {
        draws++;
        return random.nextLong();
    }

    long nextThreadNumber() {
        return ++threadNumbers;
    }

    long nextThreadId() {
        return ++threadIds;
    }

    long runningNumber() {
        return running == null ? 0 : running.number;
    }

    /** Runs {@code action} on the carrier as an event of this instant. */
    void soon(Runnable action) {
        add(new Action(localNow(), Trace.Kind.ACTION, action));
    }

    /** Tells a listener, once the running step is over. */
    void notice(Consumer<Duration> listener) {
        Duration at = now();
        Thread current = Thread.currentThread();
        if (current == carrier || carrier == null) {
            listener.accept(at);
        } else {
            notices.add(() -> listener.accept(at));
        }
    }

    void leak(String message, List<StackTraceElement> stack) {
        if (leaked == null) {
            leaked = new RunOutcome.Leaked(now(), message, stack);
        }
    }

    void trace(Trace.Kind kind, Node node, long detail) {
        hash.add(localNow());
        hash.add((long) kind.code << 48 ^ (long) node.number() << 32 ^ detail);
        if (writer != null) {
            writer.event(localNow(), kind, node.name(), "", draws, hash.value());
        }
    }

    void traceOutput(Node node, String line) {
        hash.add(line);
        if (writer != null) {
            writer.event(localNow(), Trace.Kind.OUTPUT, node.name(), line, draws, hash.value());
        }
    }

    @Nullable
    NodeThread running() {
        return running;
    }

    /** Starts over with another seed, for {@link ScheduleExplorer}: nothing of before is left but the nodes. */
    void restart(long seed) {
        queue.clear();
        notices.clear();
        handoffs.clear();
        random = new SplittableRandom(seed);
        hash = new TraceHash(seed);
        draws = 0;
        now = 0;
        elapsed = 0;
        steps = 0;
        threadNumbers = 0;
        threadIds = FIRST_THREAD_ID;
        leaked = null;
    }

    private final class Action extends Event {
        private final Trace.Kind kind;
        private final Runnable action;

        Action(long at, Trace.Kind kind, Runnable action) {
            this.at = at;
            this.tie = nextRandom();
            this.kind = kind;
            this.action = action;
        }

        @Override
        void fire() {
            hash.add(at);
            hash.add(kind.code);
            if (writer != null) {
                writer.event(at, kind, "", "", draws, hash.value());
            }
            action.run();
        }
    }

    private final class NetworkTime implements VirtualTime {
        @Override
        public long now() {
            return localNow();
        }

        @Override
        public void after(long delayNanos, Runnable action) {
            add(new Action(Simulation.this.after(delayNanos), Trace.Kind.NETWORK, action));
        }

        @Override
        public long nextRandom() {
            return Simulation.this.nextRandom();
        }
    }
}
