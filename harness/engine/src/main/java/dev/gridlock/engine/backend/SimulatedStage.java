package dev.gridlock.engine.backend;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.load.RunClock;
import dev.gridlock.engine.run.Director;
import dev.gridlock.engine.run.RunPlan;
import dev.gridlock.engine.run.Stage;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.witness.NodeCondition;
import dev.gridlock.simulator.Node;
import dev.gridlock.simulator.NodeListener;
import dev.gridlock.simulator.NodeOptions;
import dev.gridlock.simulator.Simulation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The stage in the simulator. The director runs in a control node, clients in one node for each region. Nodes and links
 * may be changed on the carrier only, so each wish of the director becomes an action of the present instant.
 */
final class SimulatedStage implements Stage {

    private static final String CONTROL = "control";
    private static final String CONTROL_ADDRESS = "10.255.255.1";
    private static final int CLIENT_CPUS = 16;
    private static final int LISTEN_PORT = 7000;

    private final Simulation simulation;
    private final SimulatedNodes nodes;
    private final SimulatedFaults faults;
    private final Map<String, Node> clients = new LinkedHashMap<>();
    private final Map<String, Node> watchers = new LinkedHashMap<>();
    private final Map<String, String> watcherAddresses = new LinkedHashMap<>();
    private final Node control;
    private final RunClock clock;
    private boolean directed;
    private Optional<String> problem = Optional.empty();

    SimulatedStage(Simulation simulation, RunPlan plan, NodeDirectories directories, HistoryRecorder history) {
        this.simulation = simulation;
        this.clock = simulation::now;
        var links = new SimulatedLinks(plan.topology());
        simulation.network().links(links::profile);
        nodes = new SimulatedNodes(simulation, plan, directories, history);
        plan.nodes().forEach(node -> links.place(node.name(), node.region()));
        var touched = touched(plan.faults());
        int number = 0;
        for (var region : plan.topology().codes()) {
            number++;
            var name = "clients-" + region;
            links.place(name, region);
            clients.put(region, addOwn(name, "10.254." + number + ".1"));
            if (touched.contains(region)) {
                var watcher = "watcher-" + region;
                links.place(watcher, region);
                var address = "10.253." + number + ".1";
                watchers.put(region, addOwn(watcher, address));
                watcherAddresses.put(region, address);
            }
        }
        control = addOwn(CONTROL, CONTROL_ADDRESS);
        faults = new SimulatedFaults(simulation.network(), links, nodes, plan.nodes());
    }

    /** Codes of the regions whose links will be hurt. */
    private static Set<String> touched(List<Fault> faults) {
        return faults.stream()
                .filter(LinkFault.class::isInstance)
                .flatMap(fault -> ((LinkFault) fault).ways().stream())
                .flatMap(way -> Stream.of(way.from(), way.to()))
                .collect(Collectors.toSet());
    }

    /** A node of the harness: it is never slow, and what goes wrong in it is a fault of the harness. */
    private Node addOwn(String name, String address) {
        return simulation.addNode(new NodeOptions(name, address, List.of(), CLIENT_CPUS, 1.0, new OwnListener()));
    }

    /** Lets the director begin when the simulation runs, and ends the simulation when it returns. */
    void open(Director director) {
        control.start(() -> {
            try {
                director.direct(this);
            } finally {
                directed = true;
                simulation.at(simulation.now(), () -> {
                    nodes.end();
                    simulation.stop();
                });
            }
        });
    }

    /** Whether the director has returned. */
    boolean isDirected() {
        return directed;
    }

    /** What went wrong in the harness's own nodes, one clause; empty when nothing did. */
    Optional<String> problem() {
        return problem;
    }

    @Override
    public RunClock clock() {
        return clock;
    }

    @Override
    public void start(NodePlan node) {
        now(() -> nodes.start(node.name()));
    }

    @Override
    public boolean isUp(String node) {
        return nodes.isUp(node);
    }

    @Override
    public NodeCondition condition(String node) {
        return nodes.condition(node);
    }

    @Override
    public double slowdown(String node) {
        return nodes.slowdown(node);
    }

    @Override
    public void watch(String region, ClientProgram program) {
        var node = required(watchers, region);
        now(() -> node.start(program::run));
    }

    @Override
    public InetSocketAddress listenAddress(String region) {
        return new InetSocketAddress(InetAddress.ofLiteral(required(watcherAddresses, region)), LISTEN_PORT);
    }

    @Override
    public InetSocketAddress dial(String from, String to) {
        return listenAddress(to);
    }

    @Override
    public void client(String region, ClientProgram program) {
        var node = required(clients, region);
        now(() -> node.start(program::run));
    }

    private static <T> T required(Map<String, T> byRegion, String region) {
        var found = byRegion.get(region);
        if (found == null) {
            throw new IllegalArgumentException("there is no such region in the plan: " + region);
        }
        return found;
    }

    @Override
    public void begin(Fault fault) {
        now(() -> faults.begin(fault));
    }

    @Override
    public void end(Fault fault) {
        now(() -> faults.end(fault));
    }

    private void now(Runnable action) {
        simulation.at(simulation.now(), action);
    }

    private final class OwnListener implements NodeListener {
        @Override
        public void onUncaught(Node node, String thread, Throwable exception, Duration at) {
            if (problem.isEmpty()) {
                problem = Optional.of("thread " + thread + " of " + node.name() + " failed with " + exception + " at "
                        + List.of(exception.getStackTrace()).stream().limit(5).toList());
            }
        }
    }
}
