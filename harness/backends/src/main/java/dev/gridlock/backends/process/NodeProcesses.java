package dev.gridlock.backends.process;

import dev.gridlock.engine.backend.NodeDirectories;
import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.load.RunClock;
import dev.gridlock.engine.run.RunPlan;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.witness.NodeCondition;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a run as processes: starts their programs, restarts those that exit by themselves as their plans say,
 * reports what they do. Thread-safe.
 */
final class NodeProcesses {

    /** Small, because a whole fleet shares this machine. */
    private static final List<String> JVM_OPTIONS = List.of(
            "-Xms16m",
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED",
            "-Dstdout.encoding=UTF-8",
            "-Dstderr.encoding=UTF-8");

    /** One node and how it stands. Guarded by its own monitor. */
    private static final class Supervised {
        final NodePlan plan;
        final SplittableRandom random;
        final List<Double> slowdowns = new ArrayList<>();

        @Nullable
        NodeProcess process;

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
    private final NodeDirectories directories;
    private final ProcessRecords records;
    private final HistoryRecorder history;
    private final Map<String, Supervised> nodes = new LinkedHashMap<>();
    private volatile boolean over;

    NodeProcesses(
            RunPlan plan,
            RunClock clock,
            NodeDirectories directories,
            ProcessRecords records,
            HistoryRecorder history) {
        this.clock = clock;
        this.directories = directories;
        this.records = records;
        this.history = history;
        for (var node : plan.nodes()) {
            nodes.put(node.name(), new Supervised(node, plan.streams().stream("restart/" + node.name())));
        }
    }

    /** Starts a node's program. */
    void start(String name) {
        var node = named(name);
        synchronized (node) {
            if (over) {
                return;
            }
            node.heldDown = false;
            history.started(name, clock.now());
            try {
                var directory = directories.of(node.plan);
                node.process = NodeProcess.start(
                        name,
                        command(node.plan),
                        directory,
                        records,
                        new NodeProcess.Listener(
                                line -> history.printed(name, line, clock.now()),
                                line -> history.complained(name, line, clock.now()),
                                code -> exited(node, code)));
                node.hinder();
            } catch (IOException failed) {
                throw new UncheckedIOException("cannot start the program of " + name, failed);
            } catch (InterruptedException brokenOff) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private List<String> command(NodePlan plan) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_OPTIONS);
        command.add("-XX:ActiveProcessorCount=" + plan.cpus());
        command.add("-cp");
        command.add(absolute(System.getProperty("java.class.path")));
        command.add(plan.main().getName());
        command.addAll(directories.arguments(plan));
        return command;
    }

    /** Nodes start in their own directories, where relative entries would lead nowhere. */
    private static String absolute(String classPath) {
        var entries = new ArrayList<String>();
        for (var entry : classPath.split(File.pathSeparator, -1)) {
            entries.add(Path.of(entry).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, entries);
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
            if (!node.heldDown && !isUp(node.plan.name())) {
                start(node.plan.name());
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

    /** How a node stands, by what the kernel says. Clocks of processes are those of the machine. */
    NodeCondition condition(String name) throws InterruptedException {
        var process = process(name);
        return process != null && process.isAlive()
                ? new NodeCondition(true, process.isStopped(), Duration.ZERO)
                : new NodeCondition(false, false, Duration.ZERO);
    }

    /** How many times longer a node takes than without being stopped now and then, measured for two tenths of a second. */
    double slowdown(String name) throws InterruptedException {
        var process = process(name);
        return process == null || !process.isAlive() ? 1 : process.slowdown();
    }

    private @Nullable NodeProcess process(String name) {
        var node = named(name);
        synchronized (node) {
            return node.process;
        }
    }

    /** Kills a node, which then stays down until it is started on purpose. */
    void kill(String name) throws InterruptedException {
        var node = named(name);
        NodeProcess process;
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
     * @throws IllegalArgumentException when it would be faster, which a process cannot be made
     */
    void slow(String name, double factor) throws InterruptedException {
        if (factor < 1) {
            throw new IllegalArgumentException("a process cannot be made faster, as by a factor of " + factor);
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
