package dev.gridlock.backends.process;

import dev.gridlock.backends.AddressSlot;
import dev.gridlock.backends.RealTimeRun;
import dev.gridlock.backends.SupervisedNodes;
import dev.gridlock.backends.UntilShutdown;
import dev.gridlock.backends.link.LinkLayout;
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

    private final AddressSlot slot;
    private final ProcessRecords records;
    private final int reaped;

    private ProcessesBackend(AddressSlot slot, ProcessRecords records, int reaped) {
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
        return new ProcessesBackend(AddressSlot.take(state.resolve("slots"), AddressSlot.LOOPBACK), records, reaped);
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
        options.put("addresses", slot.toString());
        options.put("links", layout(plan).count() + ", each a proxy of a Toxiproxy server");
        options.put(
                "slowdown of regions",
                "not in this backend; regions are as far apart as in the simulator, to whole ms");
        if (reaped > 0) {
            options.put(
                    "left behind by killed runs", reaped + (reaped == 1 ? " process" : " processes") + ", now ended");
        }
        return options;
    }

    private LinkLayout layout(RunPlan plan) {
        var server = slot.harness(0, 1);
        return new LinkLayout(plan, new LinkLayout.Hosts(server, region -> server, region -> slot.harness(region, 1)));
    }

    @Override
    public BackendOutcome execute(RunPlan plan, Director director, HistoryRecorder history) {
        try {
            return UntilShutdown.run(() -> carryOut(plan, director, history));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new BackendOutcome(Optional.of("the run was interrupted"), "", Duration.ZERO, 0);
        }
    }

    private BackendOutcome carryOut(RunPlan plan, Director director, HistoryRecorder history)
            throws InterruptedException {
        long begun = System.nanoTime();
        RunClock clock = () -> Duration.ofNanos(System.nanoTime() - begun);
        var layout = layout(plan);
        try (var server = ToxiproxyServer.start(ToxiproxyOptions.local()
                        .withHost(slot.harness(0, 1))
                        .withSeed(plan.streams().seedOf("toxiproxy"))
                        // It tells of connections to nodes that are down, which the nodes on the other side tell, too.
                        .withNotices(notice -> {}));
                var directories = NodeDirectories.create(plan.name(), plan.nodes(), layout::dial)) {
            var links = new LinkPlane(new ToxiproxyClient(server.host(), server.port()));
            layout.build(links);
            var nodes = new SupervisedNodes(plan, clock, new ProcessRunner(directories, records), history);
            return RealTimeRun.direct(plan, director, nodes, links, layout, clock);
        } catch (IOException failed) {
            throw new EnvironmentException("cannot make the links between nodes: " + failed.getMessage(), failed);
        }
    }

    @Override
    public void close() {
        slot.close();
    }
}
