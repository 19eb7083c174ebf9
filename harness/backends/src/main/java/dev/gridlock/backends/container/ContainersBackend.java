package dev.gridlock.backends.container;

import com.github.dockerjava.api.exception.DockerException;
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
import dev.gridlock.engine.sut.NodeImage;
import dev.gridlock.engine.sut.NodePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Runs a system in containers of this machine's Docker engine, in real time: a network for each region, a container for each
 * node at an address of its own, and Toxiproxy in between. Holds its addresses until it is closed; one run at a time.
 */
public final class ContainersBackend implements Backend, AutoCloseable {

    private static final int PRIVATE_NETWORK = 10;

    private static final Set<FaultKind> FAULTS = EnumSet.of(
            FaultKind.LATENCY,
            FaultKind.PARTITION,
            FaultKind.BLACK_HOLE,
            FaultKind.RESET,
            FaultKind.BANDWIDTH,
            FaultKind.SLICER,
            FaultKind.KILL,
            FaultKind.PAUSE);

    private final ContainerEngine engine;
    private final AddressSlot slot;
    private final int reaped;

    private ContainersBackend(ContainerEngine engine, AddressSlot slot, int reaped) {
        this.engine = engine;
        this.slot = slot;
        this.reaped = reaped;
    }

    /**
     * Finds the engine, reserves addresses, and removes what killed harnesses have left.
     *
     * @throws EnvironmentException when no engine answers or this machine cannot run it
     */
    public static ContainersBackend open() {
        var engine = ContainerEngine.find();
        int reaped = engine.reap();
        NodeDirectories.removeAbandoned();
        var state = Path.of(System.getProperty("java.io.tmpdir"), "gridlock-" + System.getProperty("user.name"));
        return new ContainersBackend(engine, AddressSlot.take(state.resolve("slots"), PRIVATE_NETWORK), reaped);
    }

    @Override
    public String name() {
        return "containers";
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
        options.put("addresses", slot + ", a network for each region");
        options.put("links", layout(plan).count() + ", each a proxy of " + ToxiproxyHost.IMAGE);
        options.put(
                "slowdown of regions",
                "not in this backend; regions are as far apart as in the simulator, to whole ms");
        if (reaped > 0) {
            options.put(
                    "left behind by killed runs",
                    reaped + (reaped == 1 ? " container" : " containers") + ", now removed");
        }
        return options;
    }

    private LinkLayout layout(RunPlan plan) {
        return new LinkLayout(
                plan,
                new LinkLayout.Hosts(
                        "0.0.0.0", region -> ToxiproxyHost.address(slot, region), region -> slot.harness(region, 1)));
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
        engine.requireImages(images(plan));
        long begun = System.nanoTime();
        RunClock clock = () -> Duration.ofNanos(System.nanoTime() - begun);
        var layout = layout(plan);
        int regions = plan.topology().codes().size();
        try (var directories = NodeDirectories.create(plan.name(), plan.nodes(), layout::dial);
                var networks = RegionNetworks.create(engine, slot, plan.name(), regions);
                var toxiproxy = ToxiproxyHost.start(engine, networks, slot, regions);
                var runner = new ContainerRunner(engine, networks, directories, plan)) {
            var links = new LinkPlane(toxiproxy.client());
            layout.build(links);
            var nodes = new SupervisedNodes(plan, clock, runner, history);
            return RealTimeRun.direct(plan, director, nodes, links, layout, clock);
        } catch (IOException failed) {
            throw new EnvironmentException("cannot make the links between nodes: " + failed.getMessage(), failed);
        } catch (DockerException failed) {
            throw new EnvironmentException("the Docker engine failed: " + failed.getMessage(), failed);
        }
    }

    private static List<String> images(RunPlan plan) {
        return Stream.concat(
                        Stream.of(ToxiproxyHost.IMAGE),
                        plan.nodes().stream()
                                .map(NodePlan::image)
                                .flatMap(Optional::stream)
                                .map(NodeImage::name))
                .distinct()
                .toList();
    }

    @Override
    public void close() {
        slot.close();
    }
}
