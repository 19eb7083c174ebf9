package dev.gridlock.simulator.behaviour;

import dev.gridlock.simulator.Node;
import dev.gridlock.simulator.NodeListener;
import dev.gridlock.simulator.NodeOptions;
import dev.gridlock.simulator.RunOutcome;
import dev.gridlock.simulator.Simulation;
import dev.gridlock.simulator.SimulationOptions;
import dev.gridlock.simulator.network.Network;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A simulation that remembers what its nodes did. */
final class World implements AutoCloseable, NodeListener {
    /** One line that a node wrote. */
    record Line(String node, Stream stream, String text, Duration at) {}

    /** An end of a process. */
    record Exit(String node, int code, Duration at) {}

    /** An exception that ended a thread. */
    record Uncaught(String node, String thread, Throwable exception) {}

    private final Simulation simulation;
    private final List<Line> lines = new ArrayList<>();
    private final List<Exit> exits = new ArrayList<>();
    private final List<Uncaught> uncaught = new ArrayList<>();
    private int nodes;

    World() {
        this(SimulationOptions.of(1));
    }

    World(SimulationOptions options) {
        simulation = Simulation.create(options);
    }

    Simulation simulation() {
        return simulation;
    }

    Network network() {
        return simulation.network();
    }

    Node node(String name) {
        return node(name, options -> options);
    }

    /** Adds a node with the next address of 10.1.0.0/16. */
    Node node(String name, UnaryOperator<NodeOptions> change) {
        nodes++;
        return simulation.addNode(
                change.apply(NodeOptions.of(name, "10.1.0." + nodes)).withListener(this));
    }

    void at(Duration instant, Runnable action) {
        simulation.at(instant, action);
    }

    RunOutcome run(Duration until) {
        return simulation.run(until);
    }

    /** What a node wrote to its standard output. */
    List<String> output(String node) {
        return lines.stream()
                .filter(line -> line.node.equals(node) && line.stream == Stream.OUT)
                .map(Line::text)
                .toList();
    }

    List<Line> lines() {
        return List.copyOf(lines);
    }

    List<Exit> exits() {
        return List.copyOf(exits);
    }

    List<Uncaught> uncaught() {
        return List.copyOf(uncaught);
    }

    @Override
    public void onOutput(Node node, Stream stream, String line, Duration at) {
        lines.add(new Line(node.name(), stream, line, at));
    }

    @Override
    public void onExit(Node node, int code, Duration at) {
        exits.add(new Exit(node.name(), code, at));
    }

    @Override
    public void onUncaught(Node node, String thread, Throwable exception, Duration at) {
        uncaught.add(new Uncaught(node.name(), thread, exception));
    }

    @Override
    public void close() {
        simulation.close();
    }
}
