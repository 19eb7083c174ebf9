package dev.gridlock.proxy.control;

import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.CatalogDigest;
import dev.gridlock.proxy.config.ProxyConfig;
import dev.gridlock.proxy.feed.CatalogAge;
import dev.gridlock.proxy.feed.FeedState;
import dev.gridlock.proxy.feed.Freshness;
import dev.gridlock.proxy.http.Draining;
import dev.gridlock.proxy.http.Exchange;
import dev.gridlock.proxy.http.ExchangeHandler;
import dev.gridlock.proxy.http.TextResponse;
import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lockwatch.LockReport;
import dev.gridlock.proxy.metrics.ProxyMetrics;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;

/**
 * Answers {@code GET /status}, {@code /digest}, {@code /live}, {@code /ready}, {@code /locks}, {@code /inflight} and
 * {@code /metrics}, and {@code POST /drain}. Status and digest take the catalog's read lock, so they wait when it is stuck, which
 * is what the watchdog looks for; the others never wait.
 */
public final class ControlHandler implements ExchangeHandler {

    private static final String PATHS = "/status, /live, /ready, /locks, /inflight, /metrics, /digest?app=a,b";

    private final ProxyConfig config;
    private final Catalog catalog;
    private final CatalogLock lock;
    private final LockReport locks;
    private final List<FeedState> feeds;
    private final ProxyMetrics metrics;
    private final Draining draining;
    private final CatalogAge age;
    private final Json json;

    /**
     * The control channel of one node.
     *
     * @param locks looks at the lock without taking it
     * @param feeds the node's subscriptions
     * @param metrics what the node counts
     * @param draining is told to begin by {@code POST /drain}
     * @param age how far behind the store they may be
     */
    public ControlHandler(
            ProxyConfig config,
            Catalog catalog,
            CatalogLock lock,
            LockReport locks,
            List<FeedState> feeds,
            ProxyMetrics metrics,
            Draining draining,
            CatalogAge age,
            Json json) {
        this.config = config;
        this.catalog = catalog;
        this.lock = lock;
        this.locks = locks;
        this.feeds = List.copyOf(feeds);
        this.metrics = metrics;
        this.draining = draining;
        this.age = age;
        this.json = json;
    }

    @Override
    public void handle(Exchange exchange) throws IOException, HttpException {
        String target = exchange.request().getPath();
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String query = mark < 0 ? "" : target.substring(mark + 1);
        exchange.respond(answer(exchange.request().getMethod(), path, query));
    }

    private ClassicHttpResponse answer(String method, String path, String query) {
        boolean isDrain = path.equals("/drain");
        if (!method.equals(isDrain ? "POST" : "GET")) {
            return TextResponse.of(405, "Only " + (isDrain ? "POST" : "GET") + " is understood here.\n");
        }
        return isDrain ? drain() : answer(path, query);
    }

    private ClassicHttpResponse drain() {
        draining.begin();
        return TextResponse.json(200, json.write(Map.of("remaining", draining.running())));
    }

    private ClassicHttpResponse answer(String path, String query) {
        return switch (path) {
            case "/status" -> TextResponse.json(200, json.write(status()));
            case "/ready" -> TextResponse.json(isReady() ? 200 : 503, json.write(Map.of("ready", isReady())));
            case "/live" -> TextResponse.json(200, json.write(Map.of("live", true)));
            case "/inflight" -> TextResponse.json(200, json.write(inFlight()));
            case "/locks" -> TextResponse.json(200, json.write(locks()));
            case "/metrics" -> metrics();
            case "/digest" -> digest(query);
            default ->
                TextResponse.of(404, "There is no " + path + ", expected one of " + PATHS + ", or POST /drain.\n");
        };
    }

    private Map<String, Object> status() {
        var status = new LinkedHashMap<String, Object>();
        status.put("node", config.node().name());
        status.put("region", config.node().region());
        status.put("ready", isReady());
        status.put("draining", draining.isDraining());
        status.put("requests", draining.running());
        status.put("loading", loading());
        putSubset(status);
        status.put("lock", lock.name());
        int[] sizes = catalog.read(
                "status", "", view -> new int[] {view.applications().size(), view.machineCount()});
        status.put("apps", sizes[0]);
        status.put("machines", sizes[1]);
        Freshness freshness = age.now();
        status.put("catalogAgeMillis", freshness.age().toMillis());
        status.put("catalogStale", freshness.isStale());
        status.put("feeds", feedMaps());
        return status;
    }

    private Map<String, Object> locks() {
        var answer = new LinkedHashMap<String, Object>();
        answer.put("node", config.node().name());
        answer.put("catalogLock", locks.lock());
        return answer;
    }

    private Map<String, Object> inFlight() {
        var answer = new LinkedHashMap<String, Object>();
        answer.put("node", config.node().name());
        answer.put("operations", locks.inFlight());
        return answer;
    }

    private ClassicHttpResponse metrics() {
        ClassicHttpResponse response = TextResponse.of(200, metrics.text());
        response.setHeader(HttpHeaders.CONTENT_TYPE, ProxyMetrics.CONTENT_TYPE);
        return response;
    }

    private ClassicHttpResponse digest(String query) {
        List<String> only;
        try {
            only = appsOf(query);
        } catch (IllegalArgumentException e) {
            return TextResponse.of(400, "The query is \"" + query + "\", expected app=a,b or nothing.\n");
        }
        CatalogDigest digest = CatalogDigest.of(catalog, only);
        var answer = new LinkedHashMap<String, Object>();
        answer.put("node", config.node().name());
        answer.put("apps", digest.applications().size());
        answer.put("machines", digest.machines());
        answer.put("digest", digest.hex());
        answer.put("loading", loading());
        putSubset(answer);
        answer.put("loadedApps", digest.applications());
        answer.put(
                "applied",
                feeds.stream().mapToLong(FeedState::appliedChangeId).max().orElse(0));
        answer.put("feeds", feedMaps());
        return TextResponse.json(200, json.write(answer));
    }

    private static List<String> appsOf(String query) {
        if (query.isEmpty()) {
            return List.of();
        }
        if (!query.startsWith("app=")) {
            throw new IllegalArgumentException(query);
        }
        var apps = new ArrayList<String>();
        for (String part : query.substring("app=".length()).split(",", -1)) {
            apps.add(URLDecoder.decode(part, StandardCharsets.UTF_8));
        }
        return apps;
    }

    private boolean isReady() {
        return !draining.isDraining() && feeds.stream().allMatch(FeedState::wasLive);
    }

    /** Which machines are kept, if not all are. */
    private void putSubset(Map<String, Object> answer) {
        if (!config.catalog().regions().isEmpty()) {
            answer.put("regions", List.copyOf(config.catalog().regions()));
        }
    }

    private String loading() {
        return config.catalog().loading().name().toLowerCase(Locale.ROOT);
    }

    private Map<String, Object> feedMaps() {
        var maps = new LinkedHashMap<String, Object>();
        for (FeedState feed : feeds) {
            maps.put(feed.table(), Map.of("live", feed.isLive(), "applied", feed.appliedChangeId()));
        }
        return maps;
    }
}
