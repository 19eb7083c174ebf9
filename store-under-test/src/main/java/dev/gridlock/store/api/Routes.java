package dev.gridlock.store.api;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.LocalCommits;
import dev.gridlock.store.storage.StateDigest;
import dev.gridlock.store.storage.StorageException;
import dev.gridlock.store.storage.TableSchema;
import dev.gridlock.store.subscription.Subscriptions;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hc.core5.http.HttpException;

/** All paths of the API. Thread-safe. */
public final class Routes {
    private static final String SUBSCRIPTION_PREFIX = "/v1/subscriptions/";

    private final SortedMap<String, SortedMap<String, Route>> byPath = new TreeMap<>();
    private final SubscriptionsRoute subscriptionsRoute;

    /** The API of a node. */
    public Routes(
            StoreConfig.Node node,
            ActorId actor,
            Map<String, TableSchema> tables,
            Database database,
            LocalCommits commits,
            StateDigest digest,
            Subscriptions subscriptions,
            EventLog events,
            Workers workers,
            Consumer<String> notices) {
        this.subscriptionsRoute = new SubscriptionsRoute(subscriptions, tables, events, workers, notices);
        add("POST", "/v1/transactions", new TransactionsRoute(commits, actor));
        add("POST", "/v1/queries", new QueriesRoute(database));
        add("POST", "/v1/subscriptions", subscriptionsRoute::post);
        add("GET", "/admin/state", new AdminStateRoute(node, actor, digest));
    }

    private void add(String method, String path, Route route) {
        byPath.computeIfAbsent(path, p -> new TreeMap<>()).put(method, route);
    }

    /** Answers a request, whatever it is. */
    void handle(Exchange exchange) throws IOException, HttpException, InterruptedException {
        try {
            route(exchange);
        } catch (ApiException e) {
            exchange.respondError(e.status(), e.text());
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
        if (path.startsWith(SUBSCRIPTION_PREFIX)) {
            String id = path.substring(SUBSCRIPTION_PREFIX.length());
            return new TreeMap<>(Map.of("GET", (Route) exchange -> subscriptionsRoute.get(exchange, id)));
        }
        return byPath.getOrDefault(path, Collections.emptySortedMap());
    }
}
