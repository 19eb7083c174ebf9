package dev.gridlock.backends.process;

import dev.gridlock.backends.link.LinkPlane;
import dev.gridlock.engine.backend.NodeDirectories;
import dev.gridlock.engine.fault.FaultKind;
import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.load.RunClock;
import dev.gridlock.engine.run.Backend;
import dev.gridlock.engine.run.BackendOutcome;
import dev.gridlock.engine.run.Director;
import dev.gridlock.engine.run.RunPlan;
import dev.gridlock.engine.sut.AddressScheme;
import dev.gridlock.engine.sut.EnvironmentException;
import dev.gridlock.toxiproxy.ToxiproxyOptions;
import dev.gridlock.toxiproxy.ToxiproxyServer;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a system as JVMs of this machine on addresses of 127.0.0.0/8, in real time. What nodes connect to is a Toxiproxy
 * server of this harness, with a link for each pair of a node and a listener. Holds its addresses until it is closed; one
 * run at a time.
 */
public final class ProcessesBackend implements Backend, AutoCloseable {

    private static final Set<FaultKind> FAULTS = EnumSet.of(
            FaultKind.LATENCY,
            FaultKind.PARTITION,
            FaultKind.BLACK_HOLE,
            FaultKind.RESET,
            FaultKind.BANDWIDTH,
            FaultKind.SLICER,
            FaultKind.KILL,
            FaultKind.PAUSE,
            FaultKind.SLOW_CPU);

    private final LoopbackSlot slot;
    private final ProcessRecords records;
    private final int reaped;

    private ProcessesBackend(LoopbackSlot slot, ProcessRecords records, int reaped) {
        this.slot = slot;
        this.records = records;
        this.reaped = reaped;
    }

    /**
     * Reserves addresses, and ends what killed harnesses have left.
     *
     * @throws EnvironmentException when this machine cannot run it
     */
    public static ProcessesBackend open() {
        var state = Path.of(System.getProperty("java.io.tmpdir"), "gridlock-" + System.getProperty("user.name"));
        var records = ProcessRecords.in(state.resolve("processes"));
        int reaped = records.reap().size();
        NodeDirectories.removeAbandoned();
        return new ProcessesBackend(LoopbackSlot.take(state.resolve("slots")), records, reaped);
    }

    @Override
    public String name() {
        return "processes";
    }

    @Override
    public Set<FaultKind> faults() {
        return EnumSet.copyOf(FAULTS);
    }

    @Override
    public AddressScheme addresses() {
        return slot.addresses();
    }

    @Override
    public Map<String, String> drawnOptions(RunPlan plan) {
        var options = new LinkedHashMap<String, String>();
        options.put("addresses", slot.harness(0).replaceAll("\\.0\\.1$", ".0.0/16"));
        options.put("links", new ProcessLinks(plan, slot).count() + ", each a proxy of a Toxiproxy server");
        options.put(
                "slowdown of regions",
                "not in this backend; regions are as far apart as in the simulator, to whole ms");
        if (reaped > 0) {
            options.put(
                    "left behind by killed runs", reaped + (reaped == 1 ? " process" : " processes") + ", now ended");
        }
        return options;
    }

    @Override
    public BackendOutcome execute(RunPlan plan, Director director, HistoryRecorder history) {
        long begun = System.nanoTime();
        RunClock clock = () -> Duration.ofNanos(System.nanoTime() - begun);
        var layout = new ProcessLinks(plan, slot);
        try (var server = ToxiproxyServer.start(ToxiproxyOptions.local()
                        .withHost(slot.harness(0))
                        .withSeed(plan.streams().seedOf("toxiproxy"))
                        // It tells of connections to nodes that are down, which the nodes on the other side tell, too.
                        .withNotices(notice -> {}));
                var directories = NodeDirectories.create(plan.name(), plan.nodes(), layout::dial)) {
            var links = new LinkPlane(new ToxiproxyClient(server.host(), server.port()));
            layout.build(links);
            var nodes = new NodeProcesses(plan, clock, directories, records, history);
            var stage = new ProcessesStage(clock, nodes, links, layout, plan.nodes());
            return direct(plan, director, stage, nodes, clock);
        } catch (IOException failed) {
            throw new EnvironmentException("cannot make the links between nodes: " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new BackendOutcome(Optional.of("the run was interrupted"), "", clock.now(), 0);
        }
    }

    private static BackendOutcome direct(
            RunPlan plan, Director director, ProcessesStage stage, NodeProcesses nodes, RunClock clock)
            throws InterruptedException {
        var problem = new AtomicReference<Optional<String>>(Optional.empty());
        // When the JVM ends in the middle, its processes end first.
        var lastWill = new Thread(() -> endAll(nodes), "end-of-processes");
        Runtime.getRuntime().addShutdownHook(lastWill);
        try {
            var directing = Thread.ofPlatform().name("director").start(() -> {
                try {
                    director.direct(stage);
                } catch (InterruptedException brokenOff) {
                    problem.set(Optional.of(
                            "the run did not end within " + plan.limit().toSeconds() + " seconds"));
                } catch (RuntimeException failed) {
                    problem.set(Optional.of("the director failed with " + failed));
                }
            });
            if (!directing.join(plan.limit())) {
                directing.interrupt();
                directing.join();
            }
            var end = clock.now();
            stage.end();
            return new BackendOutcome(problem.get().or(stage::problem), "", end, 0);
        } finally {
            nodes.end();
            try {
                Runtime.getRuntime().removeShutdownHook(lastWill);
            } catch (IllegalStateException endingAlready) {
                // The hook runs, or has run, and finds nothing to do.
            }
        }
    }

    private static void endAll(NodeProcesses nodes) {
        try {
            nodes.end();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            records.close();
        } catch (IOException failed) {
            throw new EnvironmentException("cannot remove the records of processes: " + failed, failed);
        } finally {
            slot.close();
        }
    }
}
