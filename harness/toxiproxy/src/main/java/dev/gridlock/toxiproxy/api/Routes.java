package dev.gridlock.toxiproxy.api;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.proxy.ProxyRegistry;
import dev.gridlock.toxiproxy.proxy.RefusedException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Which request does what. Thread-safe. */
final class Routes {
    /** The version of Toxiproxy whose API this is. */
    static final String VERSION = "2.12.0";

    static final String BAD_BODY = "bad request body: ";

    private static final Answer NO_SUCH_PAGE = Answer.text(404, "404 page not found");
    private static final Answer NO_SUCH_METHOD = Answer.empty(405);

    private final ProxyApi proxies;
    private final ToxicApi toxics;
    private final Optional<Supplier<String>> metrics;

    /**
     * The routes to all proxies.
     *
     * @param metrics writes the metrics in Prometheus' text format; empty when they are off
     */
    Routes(ProxyRegistry registry, ProxyApi proxies, Optional<Supplier<String>> metrics) {
        this.proxies = proxies;
        this.toxics = new ToxicApi(registry);
        this.metrics = metrics;
    }

    Answer answer(Request request) {
        if (request.userAgent().startsWith("Mozilla/")) {
            // a page in a browser must not be able to drive a server on the reader's machine
            return Answer.text(403, "User agent not allowed");
        }
        try {
            return dispatch(request);
        } catch (BadBodyException e) {
            return Answer.error(400, BAD_BODY + e.getMessage());
        } catch (RefusedException e) {
            return Answer.error(status(e), String.valueOf(e.getMessage()));
        }
    }

    static int status(RefusedException e) {
        return switch (e.reason()) {
            case INVALID -> 400;
            case NOT_FOUND -> 404;
            case EXISTS -> 409;
            case FAILED -> 500;
        };
    }

    private Answer dispatch(Request request) throws RefusedException, BadBodyException {
        List<String> path = List.of(request.path().split("/", -1));
        // the part before the first slash is empty, and no other may be
        if (path.size() < 2 || path.lastIndexOf("") != 0) {
            return NO_SUCH_PAGE;
        }
        return switch (path.get(1)) {
            case "proxies" ->
                switch (path.size()) {
                    case 2 -> allProxies(request);
                    case 3 -> oneProxy(request, path.get(2));
                    case 4, 5 -> path.get(3).equals("toxics") ? toxics(request, path) : NO_SUCH_PAGE;
                    default -> NO_SUCH_PAGE;
                };
            case "populate", "reset", "version", "metrics" -> path.size() == 2 ? whole(request) : NO_SUCH_PAGE;
            default -> NO_SUCH_PAGE;
        };
    }

    private Answer whole(Request request) throws RefusedException {
        return switch (request.method() + " " + request.path()) {
            case "POST /populate" -> proxies.populate(request.body());
            case "POST /reset" -> proxies.reset();
            case "GET /version" ->
                new Answer(200, "application/json;charset=utf-8", "{\"version\": \"" + VERSION + "\"}\n");
            case "GET /metrics" ->
                metrics.map(text -> new Answer(200, "text/plain; version=0.0.4; charset=utf-8", text.get()))
                        .orElse(Answer.error(404, "metrics are off, start the server with --proxy-metrics"));
            default -> NO_SUCH_METHOD;
        };
    }

    private Answer allProxies(Request request) throws RefusedException, BadBodyException {
        return switch (request.method()) {
            case "GET" -> proxies.index();
            case "POST" -> proxies.create(request.body());
            default -> NO_SUCH_METHOD;
        };
    }

    private Answer oneProxy(Request request, String proxy) throws RefusedException, BadBodyException {
        return switch (request.method()) {
            case "GET" -> proxies.show(proxy);
            case "POST", "PATCH" -> proxies.update(proxy, request.body());
            case "DELETE" -> proxies.delete(proxy);
            default -> NO_SUCH_METHOD;
        };
    }

    private Answer toxics(Request request, List<String> path) throws RefusedException, BadBodyException {
        String proxy = path.get(2);
        if (path.size() == 4) {
            return switch (request.method()) {
                case "GET" -> toxics.index(proxy);
                case "POST" -> toxics.create(proxy, request.body());
                default -> NO_SUCH_METHOD;
            };
        }
        String toxic = path.get(4);
        return switch (request.method()) {
            case "GET" -> toxics.show(proxy, toxic);
            case "POST", "PATCH" -> toxics.update(proxy, toxic, request.body());
            case "DELETE" -> toxics.delete(proxy, toxic);
            default -> NO_SUCH_METHOD;
        };
    }
}
