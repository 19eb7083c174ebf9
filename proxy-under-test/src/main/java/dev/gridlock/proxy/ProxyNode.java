package dev.gridlock.proxy;

import dev.gridlock.proxy.broken.Pauses;
import dev.gridlock.proxy.catalog.BothObserve;
import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.LatestUpdates;
import dev.gridlock.proxy.catalog.LazyLoader;
import dev.gridlock.proxy.catalog.Loading;
import dev.gridlock.proxy.catalog.RecentChanges;
import dev.gridlock.proxy.catalog.RegionalSubset;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.config.ProxyConfig;
import dev.gridlock.proxy.config.Tier;
import dev.gridlock.proxy.control.ControlHandler;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.feed.CatalogAge;
import dev.gridlock.proxy.feed.CatalogTargets;
import dev.gridlock.proxy.feed.CatalogWriter;
import dev.gridlock.proxy.feed.FeedState;
import dev.gridlock.proxy.feed.FreshnessGate;
import dev.gridlock.proxy.feed.StoreQueries;
import dev.gridlock.proxy.feed.Subscription;
import dev.gridlock.proxy.feed.broken.BrokenChangeWriters;
import dev.gridlock.proxy.http.Draining;
import dev.gridlock.proxy.http.EdgeLoopCheck;
import dev.gridlock.proxy.http.Forwarder;
import dev.gridlock.proxy.http.HttpListener;
import dev.gridlock.proxy.http.ListenerLimits;
import dev.gridlock.proxy.http.ProxyHandler;
import dev.gridlock.proxy.http.UpstreamPool;
import dev.gridlock.proxy.http.WorkEnds;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.lockwatch.LockEvents;
import dev.gridlock.proxy.lockwatch.LockReport;
import dev.gridlock.proxy.lockwatch.LockStatistics;
import dev.gridlock.proxy.lockwatch.StallWatch;
import dev.gridlock.proxy.lockwatch.WaiterSampler;
import dev.gridlock.proxy.lockwatch.WordValidator;
import dev.gridlock.proxy.metrics.ProxyMetrics;
import dev.gridlock.proxy.route.CatalogLookup;
import dev.gridlock.proxy.route.EdgeRouter;
import dev.gridlock.proxy.route.Lookup;
import dev.gridlock.proxy.route.RegionDistances;
import dev.gridlock.proxy.route.Router;
import dev.gridlock.proxy.route.Routes;
import dev.gridlock.proxy.route.broken.BrokenLookups;
import dev.gridlock.proxy.route.usage.Hosts;
import dev.gridlock.proxy.threads.NodeThreads;
import dev.gridlock.proxy.watchdog.ControlProbe;
import dev.gridlock.proxy.watchdog.StallSnapshot;
import dev.gridlock.proxy.watchdog.Watchdog;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** One running proxy: its parts, put together and started. Thread-safe. */
public final class ProxyNode implements AutoCloseable {

    private static final Duration DRAIN_LOOK = Duration.ofMillis(10);

    private final EventLog events;
    private final NodeThreads threads = new NodeThreads();
    private final Catalog catalog;
    private final UpstreamPool pool;
    private final List<Subscription> subscriptions;
    private final HttpListener control;
    private final HttpListener front;
    private final Draining draining = new Draining();
    private final Duration drainTimeout;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicBoolean toldReady = new AtomicBoolean();

    private ProxyNode(ProxyConfig config, CatalogLock lock, PrintStream out) throws IOException {
        drainTimeout = config.front().drainTimeout();
        var json = new Json();
        events = new EventLog(config.node().name(), out, json);
        pool = new UpstreamPool(config.front().connectTimeout(), config.translation());

        var ledger = new LockLedger(config.catalog().slots());
        var validator = new WordValidator(lock, events);
        var stalls = new StallWatch(
                lock,
                ledger,
                events,
                config.catalog().stallAfter(),
                config.catalog().sampleInterval());
        var hosts = new Hosts();
        Loading loading = config.catalog().loading();
        var statistics = new LockStatistics(config.catalog().slowAfter());
        var observer = new BothObserve(
                statistics, new LockEvents(events, validator, config.catalog().slowAfter()));
        catalog = new Catalog(lock, ledger, observer, loading, hosts);

        var store = new Subscription.Source(config.store(), config.translation());
        boolean edge = config.tier() == Tier.EDGE;
        var subset = new RegionalSubset(config.catalog().regions());
        var changes = new RecentChanges();
        var updates = new LatestUpdates();
        var writer = new CatalogWriter(
                catalog, config.catalog().applyTimeout(), config.catalog().retryPause());
        var changeWriter = BrokenChangeWriters.with(config.broken(), catalog, writer);
        var targets = new CatalogTargets(loading, subset, catalog.index(), changes, updates, writer, changeWriter);
        subscriptions = edge
                ? List.of(Subscription.ofApplicationRegions(targets, store, json, events, this::tellReady))
                : List.of(
                        Subscription.ofApplications(targets, store, json, events, this::tellReady),
                        Subscription.ofMachines(targets, store, json, events, this::tellReady));

        List<FeedState> feeds = subscriptions.stream().map(Subscription::state).toList();
        var locks = new LockReport(stalls, statistics);
        var metrics = new ProxyMetrics(catalog.index(), locks, feeds, events, draining);

        var queries = new StoreQueries(config.store().address(), config.store().timeout(), subset, pool, json);
        Function<WriteTimeout, LazyLoader> loaders = timeout -> new LazyLoader(
                catalog,
                queries,
                changes,
                updates,
                hosts,
                timeout,
                config.catalog().loadWith(),
                events);
        Optional<LazyLoader> loader = loading == Loading.EAGER
                ? Optional.empty()
                : Optional.of(loaders.apply(config.catalog().writeTimeout()));
        var lookup = BrokenLookups.with(config.broken(), catalog, new CatalogLookup(catalog, loader), loaders);
        var age = new CatalogAge(feeds, feeds.getLast(), config.catalog().stalenessBound());
        var distances = new RegionDistances(config.roundTripMillis());
        int attempts = config.front().attempts();
        Lookup counted = metrics.requests().counting(lookup);
        Routes routes = edge
                ? new EdgeRouter(counted, distances, age::overdueMachine, attempts, config.peers(), hosts)
                : new Router(counted, distances, age::overdueMachine);
        var forwarder = new Forwarder(
                config.node().name(),
                pool,
                config.front().responseTimeout(),
                config.front().bodyMost());
        var proxying = new ProxyHandler(
                routes,
                forwarder,
                pool,
                // An edge's attempts count for each region; its router says when there is nobody left to try.
                edge ? Integer.MAX_VALUE : attempts,
                config.front().hostPenalty());
        var limits = new ListenerLimits(
                config.front().idleTimeout(),
                config.front().requestTimeout(),
                config.front().headTimeout(),
                config.front().maxConnections());

        var gate = new FreshnessGate(
                config.node().name(),
                age,
                config.catalog().beyondBound(),
                loading == Loading.EAGER,
                edge ? new EdgeLoopCheck(proxying) : proxying);
        var controlling = new ControlHandler(config, catalog, lock, locks, feeds, metrics, draining, age, json);
        control = HttpListener.open("control", config.control(), limits, threads, controlling);
        try {
            front = HttpListener.open(
                    "client",
                    config.front().address(),
                    limits,
                    threads,
                    new WorkEnds(metrics.requests().counting(draining.before(gate)), ledger));
        } catch (IOException e) {
            control.close();
            throw e;
        }

        for (Subscription subscription : subscriptions) {
            threads.start("feed-" + subscription.state().table(), subscription);
        }
        var sampler = new WaiterSampler(
                ledger, validator, stalls, events, config.catalog().sampleInterval());
        threads.start("lock-sampler", sampler);
        if (config.watchdog().enabled()) {
            var snapshot = new StallSnapshot(
                    config.node().name(),
                    threads,
                    events,
                    json,
                    config.folder(),
                    config.watchdog().snapshotDirectory());
            var watchdog = new Watchdog(
                    config.watchdog(),
                    new ControlProbe(control.hostAndPort(), config.watchdog().probe()),
                    stalls,
                    snapshot,
                    events,
                    code -> Runtime.getRuntime().halt(code));
            threads.start("watchdog", watchdog);
        }
    }

    /**
     * Starts a proxy with the lock that its configuration names.
     *
     * @param out where its events go
     * @throws IOException if an address cannot be bound
     */
    public static ProxyNode start(ProxyConfig config, PrintStream out) throws IOException {
        return start(config, lock(config), out);
    }

    private static CatalogLock lock(ProxyConfig config) {
        String name = config.catalog().lock();
        return config.pauses().isEmpty()
                ? CatalogLocks.create(name)
                : CatalogLocks.create(name, new Pauses(config.pauses()));
    }

    /** Starts a proxy with a lock of the caller's own making, one with a pause hook for instance. */
    public static ProxyNode start(ProxyConfig config, CatalogLock lock, PrintStream out) throws IOException {
        return new ProxyNode(config, lock, out);
    }

    /** Where requests come in. */
    public InetSocketAddress frontAddress() {
        return front.address();
    }

    /** Where the control channel listens. */
    public InetSocketAddress controlAddress() {
        return control.address();
    }

    /** The catalog. */
    public Catalog catalog() {
        return catalog;
    }

    /** Waits until the proxy is closed. */
    public void awaitClose() throws InterruptedException {
        closed.await();
    }

    /** Takes no more requests, gives those under way the configured time to end, and closes. */
    public void drainAndClose() throws IOException, InterruptedException {
        draining.begin();
        front.stopAccepting();
        long end = System.nanoTime() + drainTimeout.toNanos();
        while (draining.running() > 0 && System.nanoTime() - end < 0) {
            Thread.sleep(DRAIN_LOOK);
        }
        close();
    }

    /** Stops all its threads but those that wait for the catalog lock, and closes its sockets. */
    @Override
    public void close() throws IOException {
        events.event("node.stopping").emit();
        front.close();
        control.close();
        pool.close();
        threads.interruptOthers();
        closed.countDown();
    }

    private void tellReady() {
        boolean ready = subscriptions.stream().allMatch(feed -> feed.state().wasLive());
        if (ready && toldReady.compareAndSet(false, true)) {
            events.event("node.ready")
                    .with("role", "proxy")
                    .with("addr", front.hostAndPort())
                    .with("control", control.hostAndPort())
                    .emit();
        }
    }
}
