package dev.gridlock.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import dev.gridlock.store.api.ApiServer;
import dev.gridlock.store.api.Routes;
import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.events.UpdateLabels;
import dev.gridlock.store.gossip.Broadcaster;
import dev.gridlock.store.gossip.GossipEvents;
import dev.gridlock.store.gossip.GossipServer;
import dev.gridlock.store.gossip.Identity;
import dev.gridlock.store.gossip.Inbox;
import dev.gridlock.store.gossip.Peers;
import dev.gridlock.store.gossip.SyncLoop;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.storage.ChangeReader;
import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.LocalCommits;
import dev.gridlock.store.storage.RemoteApply;
import dev.gridlock.store.storage.SchemaException;
import dev.gridlock.store.storage.StateDigest;
import dev.gridlock.store.storage.Storage;
import dev.gridlock.store.storage.StorageException;
import dev.gridlock.store.subscription.Subscriptions;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One running node, wired together. Everything it needs is in its configuration; everything it says goes to the two consumers.
 */
public final class StoreNode implements AutoCloseable {
    private static final int BACKLOG = 256;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final StoreConfig config;
    private final Output output;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Workers workers = new Workers(this::fail);
    private final List<Thread> loops = new ArrayList<>();
    private final ServerSocket gossipListener;
    private final ServerSocket apiListener;
    private final Database database;
    private final EventLog events;
    private final UpdateLabels labels;
    private final ActorId actor;
    private final Peers peers;
    private final Broadcaster broadcaster;
    private final Inbox inbox;
    private final SyncLoop syncLoop;
    private final GossipServer gossipServer;
    private final Subscriptions subscriptions;
    private final ApiServer apiServer;

    /**
     * Where a node's words go. All three are called from any thread.
     *
     * @param events takes one JSON line at a time
     * @param notices takes one line for people at a time
     * @param failure told when the node cannot go on; it should be ended then
     */
    public record Output(Consumer<String> events, Consumer<String> notices, Consumer<Throwable> failure) {}

    private StoreNode(
            StoreConfig config, Output output, Storage storage, ServerSocket gossipListener, ServerSocket apiListener) {
        this.config = config;
        this.output = output;
        this.gossipListener = gossipListener;
        this.apiListener = apiListener;
        // nodes of one simulation share the classes: no pools and no interned names behind their backs
        JsonFactory json = JsonFactory.builder()
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
                .build();
        this.events = new EventLog(config.node().name(), json, output.events());
        this.labels = new UpdateLabels(config.telemetry().updateColumn());
        this.database = storage.database();
        this.actor = storage.actors().self();
        this.subscriptions = new Subscriptions(config.subscriptions(), database, events, labels, workers);

        Identity self =
                new Identity(actor, config.node().name(), config.gossip().clusterId(), advertised());
        GossipEvents gossipEvents = new GossipEvents(events, labels);
        this.peers = new Peers(self, config, workers, gossipEvents, output.notices());
        this.broadcaster = new Broadcaster(config, peers, gossipEvents);
        RemoteApply apply = new RemoteApply(storage);
        this.inbox = new Inbox(config.perf(), storage.versions(), apply, gossipEvents, subscriptions::changed);
        this.syncLoop = new SyncLoop(self, config.sync(), peers, storage.versions(), inbox, gossipEvents);
        this.gossipServer = new GossipServer(
                gossipListener,
                self,
                config.sync().timeout(),
                peers,
                inbox,
                broadcaster,
                storage.versions(),
                new ChangeReader(storage),
                gossipEvents,
                workers,
                output.notices());

        LocalCommits commits = new LocalCommits(storage, this::committed);
        Routes routes = new Routes(
                config.node(),
                actor,
                storage.tables(),
                database,
                commits,
                new StateDigest(storage),
                subscriptions,
                events,
                workers,
                output.notices());
        this.apiServer = new ApiServer(apiListener, config.api(), routes, json, workers, output.notices());
    }

    /**
     * Starts a node. When this returns it answers requests.
     *
     * @throws SchemaException when a schema file cannot be applied
     * @throws IOException when an address cannot be listened on
     * @throws StorageException when the database cannot be opened
     */
    public static StoreNode start(StoreConfig config, Output output) throws SchemaException, IOException {
        List<AutoCloseable> opened = new ArrayList<>();
        try {
            ServerSocket gossip = listen("gossip.addr", config.gossip().addr());
            opened.add(gossip);
            ServerSocket api = listen("api.addr", config.api().addr());
            opened.add(api);
            Storage storage = Storage.open(config.db(), config.node().name(), output.failure()::accept);
            opened.add(storage);
            StoreNode node = new StoreNode(config, output, storage, gossip, api);
            node.begin();
            return node;
        } catch (SchemaException | IOException | RuntimeException e) {
            closeAll(opened, e);
            throw e;
        }
    }

    private static void closeAll(List<AutoCloseable> opened, Exception because) {
        for (AutoCloseable resource : opened.reversed()) {
            try {
                resource.close();
            } catch (Exception e) {
                because.addSuppressed(e);
            }
        }
    }

    private static ServerSocket listen(String key, Endpoint address) throws IOException {
        ServerSocket listener = new ServerSocket();
        try {
            // a restart must not wait for the connections of the life before to time out
            listener.setReuseAddress(true);
            listener.bind(address.socketAddress(), BACKLOG);
            return listener;
        } catch (IOException e) {
            listener.close();
            throw new IOException(key + ": cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    private void begin() {
        gossipServer.start();
        peers.start();
        loops.add(workers.start("apply", inbox::run));
        loops.add(workers.start("broadcast", broadcaster::run));
        loops.add(workers.start("sync", syncLoop::run));
        apiServer.start();
        events.emit("node.ready", json -> {
            json.writeStringField("role", "store");
            json.writeStringField("region", config.node().region());
            json.writeStringField("actor", actor.toString());
            json.writeStringField("api", apiAddress().toString());
            json.writeStringField("gossip", gossipAddress().toString());
        });
    }

    private void committed(ChangeSet set) {
        for (String update : labels.of(set)) {
            events.emit("store.commit", json -> {
                json.writeStringField("update", update);
                json.writeNumberField("version", set.version());
                json.writeStringField("actor", set.actor().toString());
                json.writeArrayFieldStart("tables");
                for (String table : UpdateLabels.tables(set)) {
                    json.writeString(table);
                }
                json.writeEndArray();
            });
        }
        broadcaster.offer(set, Set.of(actor));
        subscriptions.changed(List.of(set));
    }

    private void fail(Workers.Failure failure) {
        fail(new IllegalStateException("thread " + failure.thread() + " failed: " + failure.cause(), failure.cause()));
    }

    private void fail(Throwable cause) {
        if (!closing.get()) {
            output.failure().accept(cause);
        }
    }

    /** Where the API listens, with the port that was chosen when the configuration says 0. */
    public Endpoint apiAddress() {
        return config.api().addr().withPort(apiListener.getLocalPort());
    }

    /** Where the gossip listens, with the port that was chosen when the configuration says 0. */
    public Endpoint gossipAddress() {
        return config.gossip().addr().withPort(gossipListener.getLocalPort());
    }

    private Endpoint advertised() {
        return config.gossip().externalAddr().orElse(gossipAddress());
    }

    /** The identity of the node's database. */
    public ActorId actor() {
        return actor;
    }

    /**
     * Stops in order: ends subscriptions, finishes requests, sends what is pending, closes connections and database. Takes a few
     * seconds at most; does nothing the second time.
     */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        events.emit("node.stopping", json -> {});
        try {
            subscriptions.close();
            apiServer.close(PATIENCE);
            broadcaster.drain(PATIENCE);
            loops.forEach(Thread::interrupt);
            peers.close();
            gossipServer.close();
        } catch (IOException e) {
            output.notices().accept("while stopping: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            database.close();
        }
    }
}
