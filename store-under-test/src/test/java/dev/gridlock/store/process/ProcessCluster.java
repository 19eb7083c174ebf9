package dev.gridlock.store.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.Eventually;
import dev.gridlock.store.testing.NodeFiles;
import dev.gridlock.store.testing.ProcessNode;
import dev.gridlock.store.testing.StoreClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;

/**
 * Nodes as processes at fixed addresses, so that one that was killed comes back where it was. One thread starts and kills; clients may
 * be asked for by any.
 */
final class ProcessCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Below the ports that systems give to outgoing connections: those must not take the address of a node that is away. */
    private static final int FIRST_PORT = 15_000;

    private static final int LAST_PORT = 32_000;

    private final Path folder;
    private final List<Path> configurations = new ArrayList<>();
    private final List<Integer> apiPorts;
    private final List<StoreClient> clients = new ArrayList<>();
    private final List<ProcessNode> nodes = new ArrayList<>();

    /**
     * Starts nodes and waits until each is ready; every one knows the addresses of the first two.
     *
     * @param count at least 2
     */
    ProcessCluster(Path folder, int count, UnaryOperator<String> edit) throws IOException, InterruptedException {
        this.folder = folder;
        List<Integer> ports = freePorts(2 * count);
        List<String> bootstrap = List.of("127.0.0.1:" + ports.get(0), "127.0.0.1:" + ports.get(1));
        apiPorts = List.copyOf(ports.subList(count, 2 * count));
        for (int i = 0; i < count; i++) {
            String name = name(i);
            configurations.add(
                    new NodeFiles(folder.resolve(name), name, bootstrap, edit).write(ports.get(i), apiPorts.get(i)));
            clients.add(new StoreClient("127.0.0.1:" + apiPorts.get(i)));
        }
        for (int i = 0; i < count; i++) {
            nodes.add(launch(i));
        }
        for (int i = 0; i < count; i++) {
            awaitReady(i);
        }
    }

    /** Name of a node. */
    static String name(int node) {
        return "n" + node;
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            while (held.size() < count) {
                int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
                try {
                    held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                } catch (IOException taken) {
                    // another one, then
                }
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    private ProcessNode launch(int node) throws IOException {
        return ProcessNode.start(
                folder.resolve(name(node)), "-c", configurations.get(node).toString());
    }

    /** Waits until a node answers; starts it again when another program was quicker to take its port for a moment. */
    void awaitReady(int node) throws InterruptedException {
        Eventually.eventually(PATIENCE, () -> {
            ProcessNode process = nodes.get(node);
            if (!process.isAlive() && process.errors().contains(": cannot listen on ")) {
                nodes.set(node, launch(node));
            }
            assertThat(process.events("node.ready"))
                    .as("%s, alive: %s, errors: %s", name(node), process.isAlive(), process.errors())
                    .isNotEmpty();
        });
    }

    /** Where a node's API listens. */
    int apiPort(int node) {
        return apiPorts.get(node);
    }

    /** A client of a node, whether it is there or not. */
    StoreClient client(int node) {
        return clients.get(node);
    }

    /** The latest process of a node. */
    ProcessNode process(int node) {
        return nodes.get(node);
    }

    /** Kills a node, which must not have ended by itself. */
    void kill(int node) throws IOException, InterruptedException {
        ProcessNode process = nodes.get(node);
        assertThat(process.isAlive())
                .as("%s lives until it is killed: %s", name(node), process.errors())
                .isTrue();
        process.kill();
    }

    /** Starts a node again, with the data it had; does not wait until it is ready. */
    void restart(int node) throws IOException {
        nodes.set(node, launch(node));
    }

    /** Waits until all nodes have the same rows, know the same versions and miss nothing. */
    void awaitAgreement() throws InterruptedException {
        Eventually.eventually(PATIENCE, () -> {
            for (StoreClient client : clients) {
                assertThat(client.state()).containsEntry("need", Map.of()).containsEntry("partial_need", Map.of());
                assertThat(client.agreement()).isEqualTo(clients.getFirst().agreement());
            }
        });
    }

    @Override
    public void close() {
        nodes.forEach(ProcessNode::close);
    }
}
