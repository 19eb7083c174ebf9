package dev.gridlock.proxy.http;

import dev.gridlock.proxy.route.Route;
import dev.gridlock.proxy.route.RouteOutcome;
import dev.gridlock.proxy.route.Routes;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hc.core5.http.HttpException;

/**
 * Answers a client's request with what the chosen machine says. A host that does not accept a connection is passed over for
 * a while and another machine is tried: nothing has been sent then, so this is safe for every request.
 */
public final class ProxyHandler implements ExchangeHandler {

    private final Routes routes;
    private final Forwarder forwarder;
    private final UpstreamPool pool;
    private final int attempts;
    private final Duration hostPenalty;

    /**
     * A handler.
     *
     * @param routes chooses the machines, or the proxies that do
     * @param forwarder carries a request to one of them
     * @param pool connections to their hosts
     * @param attempts how many hosts are tried for one request, at least 1
     * @param hostPenalty how long a host that does not accept a connection is passed over
     */
    public ProxyHandler(Routes routes, Forwarder forwarder, UpstreamPool pool, int attempts, Duration hostPenalty) {
        this.routes = routes;
        this.forwarder = forwarder;
        this.pool = pool;
        this.attempts = attempts;
        this.hostPenalty = hostPenalty;
    }

    @Override
    public void handle(Exchange exchange) throws IOException, HttpException {
        Optional<ProxyFailure> malformed = RequestCheck.check(exchange.request());
        if (malformed.isPresent()) {
            exchange.closeAfterwards();
            exchange.respond(malformed.get().response());
            return;
        }
        String app = RequestCheck.application(exchange.request());
        Set<String> tried = new LinkedHashSet<>();
        Optional<ProxyFailure> failure = Optional.empty();
        for (int attempt = 0; attempt < attempts; attempt++) {
            RouteOutcome outcome = routes.route(app, tried);
            if (!(outcome instanceof RouteOutcome.Chosen(Route route))) {
                exchange.respond(answer(app, outcome, failure).response());
                return;
            }
            failure = carry(exchange, route);
            if (failure.isEmpty()) {
                return;
            }
            tried.add(route.address());
        }
        exchange.respond(failure.orElseThrow().response());
    }

    /** Carries the request over; a failure if the host does not accept a connection, so that another can be tried. */
    private Optional<ProxyFailure> carry(Exchange exchange, Route route) throws IOException, HttpException {
        Upstream upstream;
        try {
            upstream = pool.lease(route.address(), Forwarder.isRepeatable(exchange.request()));
        } catch (SocketTimeoutException e) {
            passOver(route);
            return Optional.of(ProxyFailure.connectTimeout(route.address()));
        } catch (IOException e) {
            passOver(route);
            return Optional.of(ProxyFailure.connectFailed(route.address(), String.valueOf(e.getMessage())));
        }
        route.use().begin();
        try {
            return switch (forwarder.forward(exchange, route, upstream)) {
                case Carried.Answered answered -> Optional.empty();
                case Carried.Failed(ProxyFailure failure) -> {
                    if (route.isToProxy() && !failure.isOfTheClient()) {
                        // A silent machine may be the only one of its host; a silent proxy is so to all requests.
                        passOver(route);
                    }
                    exchange.respond(failure.response());
                    yield Optional.empty();
                }
                case Carried.Refused(ProxyFailure failure) -> {
                    passOver(route);
                    yield Optional.of(failure);
                }
            };
        } finally {
            route.use().end();
        }
    }

    private void passOver(Route route) {
        route.health().failed(System.nanoTime() + hostPenalty.toNanos());
    }

    private static ProxyFailure answer(String app, RouteOutcome outcome, Optional<ProxyFailure> failure) {
        ProxyFailure refusal = refusal(app, outcome);
        // Once a host has failed, that is the better answer than that no other is left; but nobody minds which of a
        // region's proxies it was when all of them are gone.
        return outcome instanceof RouteOutcome.NoProxy ? refusal : failure.orElse(refusal);
    }

    private static ProxyFailure refusal(String app, RouteOutcome outcome) {
        return switch (outcome) {
            case RouteOutcome.NoneHealthy(int started, int total) -> ProxyFailure.noHealthyMachine(app, started, total);
            case RouteOutcome.NoProxy(var regions) -> ProxyFailure.noLiveProxy(app, regions);
            case RouteOutcome.StoreFailed(String reason) -> ProxyFailure.storeFailed(app, reason);
            case RouteOutcome.Unknown unknown -> ProxyFailure.unknownApplication(app);
            case RouteOutcome.Chosen chosen -> throw new AssertionError("A chosen machine is no refusal.");
        };
    }
}
