package dev.gridlock.store.api;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.gossip.Gossip;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.LocalCommits;
import dev.gridlock.store.storage.StateDigest;
import dev.gridlock.store.storage.Storage;
import dev.gridlock.store.storage.StorageException;
import dev.gridlock.store.storage.Tables;
import dev.gridlock.store.subscription.Subscriptions;
import dev.gridlock.store.subscription.UpdateFeeds;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.apache.hc.core5.http.HttpException;

/** All paths of the API. Thread-safe. */
public final class Routes {
    /** Answers the requests of all paths with a prefix. */
    private interface PrefixRoute {
        void handle(Exchange exchange, String rest)
                throws ApiException, IOException, HttpException, InterruptedException;
    }

    /**
     * Paths that go on after a prefix.
     *
     * @param method the only method
     * @param permits for all of them together
     */
    private record Prefixed(String prefix, String method, Semaphore permits, PrefixRoute route) {
        SortedMap<String, Route> methods(String path) {
            String rest = path.substring(prefix.length());
            Route one = exchange -> route.handle(exchange, rest);
            return new TreeMap<>(Map.of(method, new LimitedRoute(one, permits)));
        }
    }

    private final SortedMap<String, SortedMap<String, Route>> byPath = new TreeMap<>();
    private final List<Prefixed> byPrefix;
    private final Admission admission;

    /** The API of a node. */
    public Routes(
            StoreConfig config,
            ActorId actor,
            Storage storage,
            LocalCommits commits,
            Gossip gossip,
            Subscriptions subscriptions,
            UpdateFeeds feeds,
            HealthSource health,
            StoreMetrics metrics,
            EventLog events,
            Workers workers,
            Consumer<String> notices) {
        Database database = storage.database();
        Tables tables = storage.tables();
        int most = config.api().maxConcurrency();
        int mostStats = config.api().maxConcurrencyStats();
        EventStream stream = new EventStream(metrics, workers, notices);
        SubscriptionsRoute subscribe = new SubscriptionsRoute(subscriptions, tables, events, stream);
        UpdatesRoute updates = new UpdatesRoute(feeds, tables, stream);
        this.admission = new Admission(config.api());
        add("POST", "/v1/transactions", limited(new TransactionsRoute(commits, actor), most));
        add("POST", "/v1/queries", limited(new QueriesRoute(database, metrics), most));
        add("POST", "/v1/subscriptions", limited(subscribe::post, most));
        add("POST", "/v1/table_stats", limited(new TableStatsRoute(database, tables), mostStats));
        add("GET", "/v1/health", limited(new HealthRoute(health), mostStats));
        add("GET", "/admin/state", new AdminStateRoute(config.node(), actor, new StateDigest(storage)));
        add("GET", "/admin/members", new AdminMembersRoute(gossip));
        add("GET", "/admin/bookkeeping", new AdminBookkeepingRoute(storage.versions()));
        add("POST", "/admin/reload", new AdminReloadRoute(storage, events));
        this.byPrefix = List.of(
                new Prefixed("/v1/subscriptions/", "GET", new Semaphore(most), subscribe::get),
                new Prefixed("/v1/updates/", "POST", new Semaphore(most), updates::post));
    }

    private static Route limited(Route route, int mostRequests) {
        return new LimitedRoute(route, new Semaphore(mostRequests));
    }

    private void add(String method, String path, Route route) {
        byPath.computeIfAbsent(path, p -> new TreeMap<>()).put(method, route);
    }

    /** Answers a request, whatever it is. */
    void handle(Exchange exchange) throws IOException, HttpException, InterruptedException {
        try {
            admission.check(exchange);
            route(exchange);
        } catch (ApiException e) {
            exchange.respondError(e.status(), e.headers(), e.text());
        } catch (StorageException e) {
            exchange.respondError(500, String.valueOf(e.getMessage()));
        }
    }

    private void route(Exchange exchange) throws ApiException, IOException, HttpException, InterruptedException {
        String path = exchange.path();
        SortedMap<String, Route> methods = methods(path);
        if (methods.isEmpty()) {
            throw new ApiException(404, "found path " + path + ", expected one of " + byPath.keySet());
        }
        Route route = methods.get(exchange.method());
        if (route == null) {
            String allowed = String.join(", ", methods.keySet());
            exchange.respondError(
                    405,
                    List.of(Map.entry("Allow", allowed)),
                    "found " + exchange.method() + " " + path + ", expected " + allowed);
            return;
        }
        route.handle(exchange);
    }

    private SortedMap<String, Route> methods(String path) {
        for (Prefixed prefixed : byPrefix) {
            if (path.startsWith(prefixed.prefix())) {
                return prefixed.methods(path);
            }
        }
        return byPath.getOrDefault(path, Collections.emptySortedMap());
    }
}
