package dev.gridlock.store.api;

import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.sql.BoundStatement;
import dev.gridlock.store.sql.ParameterMismatchException;
import dev.gridlock.store.sql.SqlSyntaxException;
import dev.gridlock.store.storage.Tables;
import dev.gridlock.store.subscription.Reader;
import dev.gridlock.store.subscription.Subscription;
import dev.gridlock.store.subscription.SubscriptionEvent;
import dev.gridlock.store.subscription.SubscriptionException;
import dev.gridlock.store.subscription.SubscriptionQuery;
import dev.gridlock.store.subscription.Subscriptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.hc.core5.http.HttpException;

/** {@code POST /v1/subscriptions} and {@code GET /v1/subscriptions/{id}}: a snapshot, then changes for as long as both sides live. */
final class SubscriptionsRoute {
    private final Subscriptions subscriptions;
    private final Tables tables;
    private final EventLog events;
    private final EventStream stream;

    SubscriptionsRoute(Subscriptions subscriptions, Tables tables, EventLog events, EventStream stream) {
        this.subscriptions = subscriptions;
        this.tables = tables;
        this.events = events;
        this.stream = stream;
    }

    /** Subscribes to the query in the body. */
    void post(Exchange exchange) throws ApiException, IOException, HttpException, InterruptedException {
        OptionalLong from = from(exchange);
        boolean skipRows = exchange.booleanParameter("skip_rows");
        SubscriptionQuery query = query(exchange);
        if (from.isPresent() && subscriptions.find(query).isEmpty()) {
            throw new ApiException(
                    400, "found from=" + from.getAsLong() + " for a query that nobody subscribes to, expected no from");
        }
        Subscription subscription = subscriptions.findOrBegin(query);
        Optional<Reader> reader = attach(subscription, from, skipRows);
        if (reader.isEmpty()) {
            // it ended for want of readers between the two steps; a new one begins, unless the node is stopping
            subscription = subscriptions.findOrBegin(query);
            reader = attach(subscription, from, skipRows);
        }
        stream(
                exchange,
                subscription,
                reader.orElseThrow(() -> new ApiException(500, "found a node that is stopping, expected another one")));
    }

    /** Comes back to a subscription. */
    void get(Exchange exchange, String id) throws ApiException, IOException, HttpException, InterruptedException {
        OptionalLong from = from(exchange);
        boolean skipRows = exchange.booleanParameter("skip_rows");
        ApiException unknown =
                new ApiException(404, "found no subscription with id " + id + ", expected a running one");
        Subscription subscription = parse(id).flatMap(subscriptions::find).orElseThrow(() -> unknown);
        stream(exchange, subscription, attach(subscription, from, skipRows).orElseThrow(() -> unknown));
    }

    /** {@code from=0} asks for everything, and so is the same as no {@code from}. */
    private static OptionalLong from(Exchange exchange) throws ApiException {
        OptionalLong from = exchange.longParameter("from");
        return from.isPresent() && from.getAsLong() == 0 ? OptionalLong.empty() : from;
    }

    private static Optional<UUID> parse(String id) {
        try {
            return Optional.of(UUID.fromString(id));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private SubscriptionQuery query(Exchange exchange) throws ApiException, IOException {
        try {
            BoundStatement statement = new StatementJson(exchange.json()).read(exchange.body());
            return SubscriptionQuery.of(statement, tables.current());
        } catch (SqlSyntaxException | ParameterMismatchException e) {
            throw new ApiException(400, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<Reader> attach(Subscription subscription, OptionalLong from, boolean skipRows)
            throws ApiException, InterruptedException {
        try {
            return subscription.attach(from, skipRows);
        } catch (SubscriptionException e) {
            throw new ApiException(e.isClientFault() ? 400 : 500, String.valueOf(e.getMessage()));
        }
    }

    private void stream(Exchange exchange, Subscription subscription, Reader reader) throws IOException, HttpException {
        List<Map.Entry<String, String>> headers = List.of(
                Map.entry("corro-query-id", subscription.id().toString()),
                Map.entry("corro-query-hash", hash(subscription.query())));
        stream.serve(
                exchange,
                StoreMetrics.Stream.SUBSCRIPTION,
                headers,
                reader,
                subscription::detach,
                event -> report(subscription, event));
    }

    private void report(Subscription subscription, SubscriptionEvent event) {
        if (event instanceof SubscriptionEvent.Change change) {
            events.emit("subscription.send", json -> {
                json.writeStringField("update", change.update());
                json.writeStringField("query", subscription.id().toString());
                json.writeNumberField("change_id", change.changeId());
            });
        }
    }

    private static String hash(SubscriptionQuery query) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(query.identity().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
