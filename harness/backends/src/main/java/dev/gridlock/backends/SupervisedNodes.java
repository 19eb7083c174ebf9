package dev.gridlock.backends;

import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.load.RunClock;
import dev.gridlock.engine.run.RunPlan;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.witness.NodeCondition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a run in real time: has their programs started, restarts those that exit by themselves as their plans say,
 * reports what they do. Thread-safe.
 */
public final class SupervisedNodes {

    /** One node and how it stands. Guarded by its own monitor. */
    private static final class Supervised {
        final NodePlan plan;
        final SplittableRandom random;
        final List<Double> slowdowns = new ArrayList<>();

        @Nullable
        RunningNode process;

        boolean heldDown;
        int pauses;
        int restarts;

        Supervised(NodePlan plan, SplittableRandom random) {
            this.plan = plan;
            this.random = random;
        }

        void hinder() throws InterruptedException {
            if (process != null) {
                process.hinder(pauses > 0, slowdowns.stream().reduce(1.0, (one, other) -> one * other));
            }
        }
    }

    private final RunClock clock;
    private final NodeRunner runner;
    private final HistoryRecorder history;
    private final Map<String, Supervised> nodes = new LinkedHashMap<>();
    private final Queue<Thread> starts = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());
    private volatile boolean over;

    public SupervisedNodes(RunPlan plan, RunClock clock, NodeRunner runner, HistoryRecorder history) {
        this.clock = clock;
        this.runner = runner;
        this.history = history;
        for (var node : plan.nodes()) {
            nodes.put(node.name(), new Supervised(node, plan.streams().stream("restart/" + node.name())));
        }
    }

    /** Starts a node's program; it is under way when this returns, and may take a moment. */
    public void start(String name) {
        var node = named(name);
        synchronized (node) {
            if (over) {
                return;
            }
            node.heldDown = false;
            history.started(name, clock.now());
        }
        starts.add(Thread.ofVirtual().name("start-" + name).start(() -> launch(node)));
    }

    private void launch(Supervised node) {
        var name = node.plan.name();
        synchronized (node) {
            if (over) {
                return;
            }
            try {
                node.process = runner.start(
                        node.plan,
                        new NodeListener(
                                line -> history.printed(name, line, clock.now()),
                                line -> history.complained(name, line, clock.now()),
                                code -> exited(node, code)));
                node.hinder();
            } catch (InterruptedException brokenOff) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException failed) {
                problem.compareAndSet(
                        Optional.empty(), Optional.of(name + " could not be started: " + failed.getMessage()));
            }
        }
    }

    /** Why a program could not be started, one clause; empty when all could. */
    Optional<String> problem() {
        return problem.get();
    }

    private void exited(Supervised node, int code) {
        var name = node.plan.name();
        Duration pause;
        synchronized (node) {
            if (over) {
                return;
            }
            history.exited(name, code, node.heldDown, clock.now());
            var restart = node.plan.restart();
            if (node.heldDown || node.restarts >= restart.max()) {
                return;
            }
            node.restarts++;
            long jitter = restart.jitter().isZero()
                    ? 0
                    : node.random.nextLong(restart.jitter().toNanos() + 1);
            pause = restart.delay().plusNanos(jitter);
        }
        Thread.ofVirtual().name("restart-" + name).start(() -> restartAfter(node, pause));
    }

    private void restartAfter(Supervised node, Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException brokenOff) {
            Thread.currentThread().interrupt();
            return;
        }
        synchronized (node) {
            try {
                if (!node.heldDown && !isUp(node.plan.name())) {
                    start(node.plan.name());
                }
            } catch (RuntimeException failed) {
                problem.compareAndSet(
                        Optional.empty(),
                        Optional.of(node.plan.name() + " could not be restarted: " + failed.getMessage()));
            }
        }
    }

    /** Whether its program runs. */
    boolean isUp(String name) {
        var node = named(name);
        synchronized (node) {
            return node.process != null && node.process.isAlive();
        }
    }

    /** How a node stands. Its clocks are those of the machine. */
    NodeCondition condition(String name) throws InterruptedException {
        var process = process(name);
        return process != null && process.isAlive()
                ? new NodeCondition(true, process.isStopped(), Duration.ZERO)
                : new NodeCondition(false, false, Duration.ZERO);
    }

    /** How many times longer a node takes than it would if nobody held it up, measured. */
    double slowdown(String name) throws InterruptedException {
        var process = process(name);
        return process == null || !process.isAlive() ? 1 : process.slowdown();
    }

    private @Nullable RunningNode process(String name) {
        var node = named(name);
        synchronized (node) {
            return node.process;
        }
    }

    /** Kills a node, which then stays down until it is started on purpose. */
    void kill(String name) throws InterruptedException {
        var node = named(name);
        RunningNode process;
        synchronized (node) {
            node.heldDown = true;
            process = node.process;
        }
        if (process != null) {
            // Not under the monitor: its end is told to exited(), which takes it.
            process.kill();
        }
    }

    void pause(String name) throws InterruptedException {
        change(name, node -> node.pauses++);
    }

    void resume(String name) throws InterruptedException {
        change(name, node -> node.pauses--);
    }

    /**
     * Makes a node slower by a factor, on top of whatever slows it already.
     *
     * @throws IllegalArgumentException when it would be faster, which a real node cannot be made
     */
    void slow(String name, double factor) throws InterruptedException {
        if (factor < 1) {
            throw new IllegalArgumentException("a real node cannot be made faster, as by a factor of " + factor);
        }
        change(name, node -> node.slowdowns.add(factor));
    }

    /** Takes one such factor back. */
    void hasten(String name, double factor) throws InterruptedException {
        change(name, node -> node.slowdowns.remove(factor));
    }

    private interface Change {
        void to(Supervised node);
    }

    private void change(String name, Change change) throws InterruptedException {
        var node = named(name);
        synchronized (node) {
            change.to(node);
            node.hinder();
        }
    }

    /** Ends every program; what they do from now on is nobody's business. */
    void end() throws InterruptedException {
        over = true;
        for (var start : starts) {
            start.join();
        }
        for (var name : nodes.keySet()) {
            kill(name);
        }
    }

    private Supervised named(String name) {
        var node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException("there is no node " + name + " in the plan");
        }
        return node;
    }
}
