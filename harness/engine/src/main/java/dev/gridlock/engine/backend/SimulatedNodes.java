package dev.gridlock.engine.backend;

import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.run.RunPlan;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.witness.NodeCondition;
import dev.gridlock.simulator.Node;
import dev.gridlock.simulator.NodeListener;
import dev.gridlock.simulator.NodeOptions;
import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The nodes of a simulated run: starts their programs, supervises them as their plans say, reports what they do. Used
 * on the simulator's carrier thread and before the run.
 */
final class SimulatedNodes {

    /** One node and how it stands. */
    private static final class Supervised {
        final NodePlan plan;
        final Node node;
        final SplittableRandom random;
        final List<Double> slowdowns = new ArrayList<>();
        final List<Double> clockRates = new ArrayList<>();
        int restarts;

        Supervised(NodePlan plan, Node node, SplittableRandom random) {
            this.plan = plan;
            this.node = node;
            this.random = random;
        }
    }

    private final Simulation simulation;
    private final NodeDirectories directories;
    private final HistoryRecorder history;
    private final Map<String, Supervised> nodes = new LinkedHashMap<>();
    private final Set<String> heldDown = new HashSet<>();
    private boolean over;

    SimulatedNodes(Simulation simulation, RunPlan plan, NodeDirectories directories, HistoryRecorder history) {
        this.simulation = simulation;
        this.directories = directories;
        this.history = history;
        for (var node : plan.nodes()) {
            add(node, plan);
        }
    }

    private void add(NodePlan plan, RunPlan run) {
        var options = new NodeOptions(plan.name(), plan.ip(), List.of(), plan.cpus(), plan.slowdown(), new Listener());
        var node = simulation.addNode(options);
        nodes.put(plan.name(), new Supervised(plan, node, run.streams().stream("restart/" + plan.name())));
    }

    /** Starts a node's program. */
    void start(String name) {
        var supervised = named(name);
        var plan = supervised.plan;
        var arguments = directories.arguments(plan).toArray(String[]::new);
        heldDown.remove(name);
        history.started(name, simulation.now());
        supervised.node.start(Program.main(plan.main(), arguments));
    }

    /** Whether its program runs. */
    boolean isUp(String name) {
        return named(name).node.isRunning();
    }

    /** Kills a node, which then stays down until it is started on purpose. */
    void kill(String name) {
        heldDown.add(name);
        named(name).node.kill();
    }

    void pause(String name) {
        named(name).node.pause();
    }

    void resume(String name) {
        named(name).node.resume();
    }

    /** Makes a node slower by a factor, on top of whatever slows it already. */
    void slow(String name, double factor) {
        var supervised = named(name);
        supervised.slowdowns.add(factor);
        applySlowdown(supervised);
    }

    /** Takes one such factor back. */
    void hasten(String name, double factor) {
        var supervised = named(name);
        supervised.slowdowns.remove(factor);
        applySlowdown(supervised);
    }

    private static void applySlowdown(Supervised supervised) {
        double slowdown = supervised.plan.slowdown();
        for (double factor : supervised.slowdowns) {
            slowdown *= factor;
        }
        supervised.node.setSlowdown(slowdown);
    }

    /** Moves a node's wall clock. */
    void stepClock(String name, Duration by) {
        named(name).node.stepClock(by);
    }

    /** Makes a node's clocks faster by a factor, on top of whatever makes them faster or slower already. */
    void skewClock(String name, double rate) {
        named(name).clockRates.add(rate);
        applyClockRate(named(name));
    }

    /** Takes one such factor back. */
    void straightenClock(String name, double rate) {
        named(name).clockRates.remove(rate);
        applyClockRate(named(name));
    }

    private static void applyClockRate(Supervised supervised) {
        supervised.node.setClockRate(
                supervised.clockRates.stream().mapToDouble(Double::doubleValue).reduce(1, (one, other) -> one * other));
    }

    /** How a node stands, as the simulator knows it. */
    NodeCondition condition(String name) {
        var node = named(name).node;
        return new NodeCondition(node.isRunning(), node.isPaused(), node.clockAhead());
    }

    /** How many times longer than on an ordinary machine a node takes, as the simulator knows it. */
    double slowdown(String name) {
        return named(name).node.slowdown();
    }

    /** The run is over: exits are no longer anybody's business. */
    void end() {
        over = true;
    }

    private Supervised named(String name) {
        var supervised = nodes.get(name);
        if (supervised == null) {
            throw new IllegalArgumentException("there is no node " + name + " in the plan");
        }
        return supervised;
    }

    private void exited(String name, int code, Duration at) {
        history.exited(name, code, heldDown.contains(name), at);
        var supervised = named(name);
        var restart = supervised.plan.restart();
        if (heldDown.contains(name) || supervised.restarts >= restart.max()) {
            return;
        }
        supervised.restarts++;
        long jitter = restart.jitter().isZero()
                ? 0
                : supervised.random.nextLong(restart.jitter().toNanos() + 1);
        simulation.at(at.plus(restart.delay()).plusNanos(jitter), () -> {
            if (!over && !heldDown.contains(name) && !supervised.node.isRunning()) {
                start(name);
            }
        });
    }

    private final class Listener implements NodeListener {
        @Override
        public void onOutput(Node node, Stream stream, String line, Duration at) {
            switch (stream) {
                case OUT -> history.printed(node.name(), line, at);
                case ERR -> history.complained(node.name(), line, at);
            }
        }

        @Override
        public void onExit(Node node, int code, Duration at) {
            if (!over) {
                exited(node.name(), code, at);
            }
        }

        @Override
        public void onUncaught(Node node, String thread, Throwable exception, Duration at) {
            history.threadDied(node.name(), thread, exception, at);
        }
    }
}
