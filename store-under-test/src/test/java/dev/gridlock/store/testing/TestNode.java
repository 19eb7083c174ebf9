package dev.gridlock.store.testing;

import dev.gridlock.store.StoreNode;
import dev.gridlock.store.config.ConfigException;
import dev.gridlock.store.config.ConfigFile;
import dev.gridlock.store.storage.SchemaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** One node inside the test's process. */
public final class TestNode implements AutoCloseable {
    private final StoreNode node;
    private final ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final StoreClient client;

    private TestNode(Path configuration) {
        try {
            this.node = StoreNode.start(
                    ConfigFile.read(configuration),
                    new StoreNode.Output(events::add, notice -> events.add("notice: " + notice), failures::add));
        } catch (ConfigException | SchemaException e) {
            throw new AssertionError(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.client = new StoreClient(node.apiAddress().toString());
    }

    /** Starts a node on free ports. */
    public static TestNode start(Path folder, String name, List<String> bootstrap) {
        return start(folder, name, bootstrap, toml -> toml);
    }

    /** Starts a node on free ports, with a configuration edited as text. */
    public static TestNode start(Path folder, String name, List<String> bootstrap, UnaryOperator<String> edit) {
        return new TestNode(new NodeFiles(folder.resolve(name), name, bootstrap, edit).write(0, 0));
    }

    public StoreClient client() {
        return client;
    }

    public String gossip() {
        return node.gossipAddress().toString();
    }

    public String api() {
        return node.apiAddress().toString();
    }

    public String actor() {
        return node.actor().toString();
    }

    /** Everything the node has said so far. */
    public List<String> events() {
        return List.copyOf(events);
    }

    /** The lines of one event. */
    public List<String> events(String event) {
        return events().stream()
                .filter(line -> line.startsWith("{\"event\":\"" + event + "\""))
                .toList();
    }

    @Override
    public void close() {
        node.close();
        if (!failures.isEmpty()) {
            throw new AssertionError("the node failed", failures.peek());
        }
    }
}
