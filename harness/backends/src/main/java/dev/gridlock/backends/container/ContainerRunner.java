package dev.gridlock.backends.container;

import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import dev.gridlock.backends.NodeListener;
import dev.gridlock.backends.NodeRunner;
import dev.gridlock.backends.RunningNode;
import dev.gridlock.engine.backend.NodeDirectories;
import dev.gridlock.engine.run.RunPlan;
import dev.gridlock.engine.sut.NodePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Starts nodes as containers. A node has one container for all its lives, with its address, and its directory lies on this
 * machine at the same path as in there, so data and snapshots of stalls outlive it.
 */
final class ContainerRunner implements NodeRunner, AutoCloseable {

    private static final long NANO_CPUS = 1_000_000_000L;

    private final ContainerEngine engine;
    private final RegionNetworks networks;
    private final NodeDirectories directories;
    private final RunPlan plan;
    private final Map<String, String> containers = new ConcurrentHashMap<>();

    ContainerRunner(ContainerEngine engine, RegionNetworks networks, NodeDirectories directories, RunPlan plan) {
        this.engine = engine;
        this.networks = networks;
        this.directories = directories;
        this.plan = plan;
    }

    @Override
    public RunningNode start(NodePlan node, NodeListener listener) throws InterruptedException {
        var id = containers.computeIfAbsent(node.name(), _ -> create(node));
        return ContainerNode.start(engine, id, node.name(), listener);
    }

    private String create(NodePlan node) {
        var image = node.image().orElseThrow(() -> new IllegalStateException("there is no image of its program"));
        var directory = directories.of(node);
        int region = plan.topology().codes().indexOf(node.region()) + 1;
        int cpus = Math.min(node.cpus(), Runtime.getRuntime().availableProcessors());
        var command = engine.client()
                .createContainerCmd(image.name())
                .withName("gridlock-" + plan.name() + "-" + node.name())
                .withHostName(node.name())
                .withLabels(engine.labels())
                .withUser(owner(directory))
                .withWorkingDir(directory.toString())
                .withIpv4Address(node.ip())
                .withCmd(directories.arguments(node))
                .withHostConfig(HostConfig.newHostConfig()
                        .withNetworkMode(networks.id(region))
                        .withBinds(Bind.parse(directory + ":" + directory))
                        .withNanoCPUs(cpus * NANO_CPUS));
        if (!image.entryPoint().isEmpty()) {
            command.withEntrypoint(image.entryPoint());
        }
        return command.exec().getId();
    }

    /** Programs write to their directories as whoever has made them. */
    private static String owner(Path directory) {
        try {
            return Files.getAttribute(directory, "unix:uid") + ":" + Files.getAttribute(directory, "unix:gid");
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot tell whose " + directory + " is", failed);
        }
    }

    @Override
    public void close() {
        containers.values().forEach(engine::remove);
    }
}
