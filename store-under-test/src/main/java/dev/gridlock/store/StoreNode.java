package dev.gridlock.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import dev.gridlock.store.api.ApiServer;
import dev.gridlock.store.api.Routes;
import dev.gridlock.store.clock.HybridClock;
import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.events.UpdateLabels;
import dev.gridlock.store.gossip.Gossip;
import dev.gridlock.store.gossip.GossipEvents;
import dev.gridlock.store.gossip.Identity;
import dev.gridlock.store.gossip.broken.BrokenRules;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.metrics.MetricsServer;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.LocalCommits;
import dev.gridlock.store.storage.SchemaException;
import dev.gridlock.store.storage.Storage;
import dev.gridlock.store.storage.StorageException;
import dev.gridlock.store.storage.WalTruncation;
import dev.gridlock.store.subscription.Subscriptions;
import dev.gridlock.store.subscription.UpdateFeeds;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
    private final ServerSocket gossipListener;
    private final ServerSocket apiListener;
    private final Optional<ServerSocket> metricsListener;
    private final StoreMetrics metrics;
    private final Optional<MetricsServer> metricsServer;
    private final Database database;
    private final WalTruncation walTruncation;
    private final EventLog events;
    private final UpdateLabels labels;
    private final ActorId actor;
    private final Gossip gossip;
    private final Subscriptions subscriptions;
    private final UpdateFeeds updateFeeds;
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
            StoreConfig config,
            Output output,
            StoreMetrics metrics,
            Storage storage,
            ServerSocket gossipListener,
            ServerSocket apiListener,
            Optional<ServerSocket> metricsListener) {
        this.config = config;
        this.output = output;
        this.metrics = metrics;
        this.gossipListener = gossipListener;
        this.apiListener = apiListener;
        this.metricsListener = metricsListener;
        // nodes of one simulation share the classes: no pools and no interned names behind their backs
        JsonFactory json = JsonFactory.builder()
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
                .build();
        this.events = new EventLog(
                config.node().name(), json, output.events(), config.telemetry().updateEvents());
        this.labels = new UpdateLabels(config.telemetry().updateColumn());
        this.database = storage.database();
        this.walTruncation = new WalTruncation(storage, config.db());
        this.actor = storage.actors().self();
        this.subscriptions = new Subscriptions(config, database, events, labels, metrics, workers, output.notices());
        this.updateFeeds = new UpdateFeeds(config.subscriptions(), events, workers);

        HybridClock clock = new HybridClock(System::currentTimeMillis);
        this.gossip = new Gossip(
                gossipListener,
                new Identity(actor, config.node().name(), config.gossip().clusterId(), advertised()),
                config,
                BrokenRules.with(config.broken().variants()),
                storage,
                new Gossip.Surroundings(clock, new GossipEvents(events, labels), metrics, workers, output.notices()),
                this::applied);
        LocalCommits commits = new LocalCommits(storage, clock, this::committed);
        StorageGauges gauges = new StorageGauges(metrics, storage);
        Routes routes = new Routes(
                config,
                actor,
                storage,
                commits,
                gossip,
                subscriptions,
                updateFeeds,
                new NodeHealth(metrics, gauges),
                metrics,
                events,
                workers,
                output.notices());
        this.apiServer = new ApiServer(apiListener, config.api(), routes, json, workers, output.notices());
        this.metricsServer = metricsListener.map(
                listener -> new MetricsServer(listener, metrics, gauges::refresh, workers, output.notices()));
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
            Optional<ServerSocket> metrics = Optional.empty();
            if (config.telemetry().prometheus().isPresent()) {
                metrics = Optional.of(listen(
                        "telemetry.prometheus.addr",
                        config.telemetry().prometheus().get()));
                opened.add(metrics.get());
            }
            StoreMetrics counted = new StoreMetrics();
            Storage storage = Storage.open(
                    config.db(),
                    config.node().name(),
                    output.failure()::accept,
                    (queue, nanos) -> counted.waited(
                            StoreMetrics.Queue.valueOf(queue.toUpperCase(Locale.ROOT)), Duration.ofNanos(nanos)));
            opened.add(storage);
            StoreNode node = new StoreNode(config, output, counted, storage, gossip, api, metrics);
            node.subscriptions.restore(storage.tables().current());
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
        gossip.start();
        workers.start("wal", walTruncation::run);
        apiServer.start();
        metricsServer.ifPresent(MetricsServer::start);
        events.emit("node.ready", json -> {
            json.writeStringField("role", "store");
            json.writeStringField("region", config.node().region());
            json.writeStringField("actor", actor.toString());
            json.writeStringField("api", apiAddress().toString());
            json.writeStringField("gossip", gossipAddress().toString());
            Optional<Endpoint> prometheus = metricsAddress();
            if (prometheus.isPresent()) {
                json.writeStringField("prometheus", prometheus.get().toString());
            }
        });
    }

    private void committed(ChangeSet set) {
        for (String update : events.tellsUpdates() ? labels.of(set) : List.<String>of()) {
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
        count(set, StoreMetrics.Source.LOCAL);
        gossip.committed(set);
        subscriptions.changed(List.of(set));
        updateFeeds.changed(List.of(set));
    }

    private void applied(List<ChangeSet> sets) {
        sets.forEach(set -> count(set, StoreMetrics.Source.REMOTE));
        subscriptions.changed(sets);
        updateFeeds.changed(sets);
    }

    private void count(ChangeSet set, StoreMetrics.Source source) {
        for (String table : UpdateLabels.tables(set)) {
            long changes = set.changes().stream()
                    .filter(change -> change.row().table().equals(table))
                    .count();
            metrics.committed(table, source, changes);
        }
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

    /** Where metrics are served, with the port that was chosen when the configuration says 0; empty when they are not. */
    public Optional<Endpoint> metricsAddress() {
        return config.telemetry()
                .prometheus()
                .flatMap(addr -> metricsListener.map(listener -> addr.withPort(listener.getLocalPort())));
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
            subscriptions.close(PATIENCE);
            updateFeeds.close();
            apiServer.close(PATIENCE);
            if (metricsServer.isPresent()) {
                metricsServer.get().close(PATIENCE);
            }
            gossip.close(PATIENCE);
        } catch (IOException e) {
            output.notices().accept("while stopping: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            database.close();
        }
    }
}
