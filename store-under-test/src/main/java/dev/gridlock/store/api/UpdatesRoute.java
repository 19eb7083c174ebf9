package dev.gridlock.store.api;

import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.Tables;
import dev.gridlock.store.subscription.Reader;
import dev.gridlock.store.subscription.UpdateFeed;
import dev.gridlock.store.subscription.UpdateFeeds;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hc.core5.http.HttpException;

/** {@code POST /v1/updates/{table}}: which rows of a table change, from now on. The body does not matter. */
final class UpdatesRoute {
    private final UpdateFeeds feeds;
    private final Tables tables;
    private final EventStream stream;

    UpdatesRoute(UpdateFeeds feeds, Tables tables, EventStream stream) {
        this.feeds = feeds;
        this.tables = tables;
        this.stream = stream;
    }

    /** Streams the updates of the table. */
    void post(Exchange exchange, String table) throws ApiException, IOException, HttpException {
        if (!tables.current().containsKey(table)) {
            throw new ApiException(
                    400,
                    "found table " + table + ", expected one of "
                            + tables.current().keySet());
        }
        exchange.skipBody();
        UpdateFeed feed = feeds.findOrBegin(table);
        Optional<Reader> reader = feed.attach();
        if (reader.isEmpty()) {
            // it ended for want of readers between the two steps; a new one begins, unless the node is stopping
            feed = feeds.findOrBegin(table);
            reader = feed.attach();
        }
        stream.serve(
                exchange,
                StoreMetrics.Stream.UPDATES,
                List.of(Map.entry("corro-query-id", feed.id().toString())),
                reader.orElseThrow(() -> new ApiException(500, "found a node that is stopping, expected another one")),
                feed::detach,
                event -> {});
    }
}
