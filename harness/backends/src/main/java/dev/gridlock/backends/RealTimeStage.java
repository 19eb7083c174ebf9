package dev.gridlock.backends;

import dev.gridlock.backends.link.LinkLayout;
import dev.gridlock.backends.link.LinkPlane;
import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.NodeFault;
import dev.gridlock.engine.load.RunClock;
import dev.gridlock.engine.run.Stage;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.witness.NodeCondition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/** The stage in real time. The director and all clients are threads of the harness. */
final class RealTimeStage implements Stage {

    private final RunClock clock;
    private final SupervisedNodes nodes;
    private final LinkPlane links;
    private final LinkLayout layout;
    private final List<NodePlan> plans;
    private final Queue<Thread> clients = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());

    RealTimeStage(RunClock clock, SupervisedNodes nodes, LinkPlane links, LinkLayout layout, List<NodePlan> plans) {
        this.clock = clock;
        this.nodes = nodes;
        this.links = links;
        this.layout = layout;
        this.plans = plans;
    }

    /** What went wrong in a client's thread or with a node's start, one clause; empty when nothing did. */
    Optional<String> problem() {
        return problem.get().or(nodes::problem);
    }

    @Override
    public RunClock clock() {
        return clock;
    }

    @Override
    public void start(NodePlan node) {
        nodes.start(node.name());
    }

    @Override
    public boolean isUp(String node) {
        return nodes.isUp(node);
    }

    @Override
    public NodeCondition condition(String node) {
        try {
            return nodes.condition(node);
        } catch (InterruptedException brokenOff) {
            Thread.currentThread().interrupt();
            return new NodeCondition(nodes.isUp(node), false, Duration.ZERO);
        }
    }

    @Override
    public double slowdown(String node) {
        try {
            return nodes.slowdown(node);
        } catch (InterruptedException brokenOff) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    @Override
    public void client(String region, ClientProgram program) {
        run("clients-" + region, program);
    }

    @Override
    public void watch(String region, ClientProgram program) {
        run("watcher-" + region, program);
    }

    private void run(String name, ClientProgram program) {
        clients.add(Thread.ofVirtual().name(name).start(() -> {
            try {
                program.run();
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException failed) {
                problem.compareAndSet(Optional.empty(), Optional.of("thread " + name + " failed with " + failed));
            }
        }));
    }

    @Override
    public InetSocketAddress listenAddress(String region) {
        return address(layout.watcher(region));
    }

    @Override
    public InetSocketAddress dial(String from, String to) {
        return address(layout.watchLink(from, to));
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(
                InetAddress.ofLiteral(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public synchronized void begin(Fault fault) {
        try {
            switch (fault) {
                case LinkFault link -> links.begin(link);
                case NodeFault.Kill kill -> {
                    for (var node : targets(kill)) {
                        nodes.kill(node);
                    }
                }
                case NodeFault.Pause pause -> {
                    for (var node : targets(pause)) {
                        nodes.pause(node);
                    }
                }
                case NodeFault.SlowCpu slow -> {
                    for (var node : targets(slow)) {
                        nodes.slow(node, slow.factor());
                    }
                }
                case NodeFault.ClockStep step -> throw notOffered(step);
                case NodeFault.ClockSkew skew -> throw notOffered(skew);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException brokenOff) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void end(Fault fault) {
        try {
            switch (fault) {
                case LinkFault link -> links.end(link);
                case NodeFault.Kill kill ->
                    targets(kill).stream().filter(node -> !nodes.isUp(node)).forEach(nodes::start);
                case NodeFault.Pause pause -> {
                    for (var node : targets(pause)) {
                        nodes.resume(node);
                    }
                }
                case NodeFault.SlowCpu slow -> {
                    for (var node : targets(slow)) {
                        nodes.hasten(node, slow.factor());
                    }
                }
                case NodeFault.ClockStep step -> throw notOffered(step);
                case NodeFault.ClockSkew skew -> throw notOffered(skew);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException brokenOff) {
            Thread.currentThread().interrupt();
        }
    }

    private static AssertionError notOffered(Fault fault) {
        return new AssertionError("scenarios that ask for " + fault.kind().wireName() + " are refused");
    }

    private List<String> targets(NodeFault fault) {
        return plans.stream()
                .filter(plan ->
                        plan.name().equals(fault.target()) || plan.region().equals(fault.target()))
                .map(NodePlan::name)
                .toList();
    }

    /** Ends every client, and returns when all have ended. */
    void end() throws InterruptedException {
        clients.forEach(Thread::interrupt);
        for (var client : clients) {
            client.join();
        }
    }
}
