package dev.gridlock.store.testing;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Talks to the API of one node. */
public final class StoreClient {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;

    /** A client of the node at {@code host:port}. */
    public StoreClient(String address) {
        this.base = "http://" + address;
    }

    /** Sends a JSON body. */
    public HttpResponse<String> post(String path, String json) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    /** Asks for a path. */
    public HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    /** Sends any request. */
    public HttpResponse<String> send(HttpRequest.Builder request) {
        return send(request, Duration.ofSeconds(20));
    }

    /** Sends any request, and waits no longer than this for the answer. */
    public HttpResponse<String> send(HttpRequest.Builder request, Duration patience) {
        return exchange(request.timeout(patience).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Begins a request to a path. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path));
    }

    /** Commits statements given as a JSON array; fails unless the answer is 200. */
    public Map<String, Object> commit(String statements) {
        HttpResponse<String> response = post("/v1/transactions", statements);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + ": " + response.body());
        }
        return json(response.body());
    }

    /** The rows of a query, each a list of cells, as JSON text. */
    public List<String> rows(String sql) {
        HttpResponse<String> response = post("/v1/queries", quoted(sql));
        if (response.statusCode() != 200 || !response.body().contains("\"eoq\"")) {
            throw new AssertionError(response.statusCode() + ": " + response.body());
        }
        return response.body()
                .lines()
                .filter(line -> line.startsWith("{\"row\""))
                .map(line -> line.substring(line.indexOf(',') + 1, line.length() - 2))
                .toList();
    }

    /** The answer of {@code /admin/state}. */
    public Map<String, Object> state() {
        return json(get("/admin/state").body());
    }

    /** Heads, needs and digest: equal on nodes that agree. */
    public Map<String, Object> agreement() {
        Map<String, Object> agreement = new TreeMap<>(state());
        agreement.keySet().retainAll(List.of("heads", "need", "partial_need", "digest", "rows"));
        return agreement;
    }

    /** Subscribes; the stream must be closed. */
    public SubscriptionStream subscribe(String sql) {
        return stream(request("/v1/subscriptions")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(quoted(sql)))
                .build());
    }

    /** Follows the updates of a table; the stream must be closed. */
    public SubscriptionStream updates(String table) {
        return stream(request("/v1/updates/" + table)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    }

    /** Comes back to a subscription. */
    public SubscriptionStream resubscribe(String pathAndQuery) {
        return stream(request(pathAndQuery).GET().build());
    }

    private SubscriptionStream stream(HttpRequest request) {
        HttpResponse<InputStream> response = exchange(request, HttpResponse.BodyHandlers.ofInputStream());
        return new SubscriptionStream(response);
    }

    private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request, handler);
        } catch (IOException e) {
            throw new UncheckedIOException(request + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** A text as JSON. */
    public static String quoted(String text) {
        try {
            return JSON.std.asString(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A JSON object. */
    public static Map<String, Object> json(String text) {
        try {
            return JSON.std.mapFrom(text);
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }
}
