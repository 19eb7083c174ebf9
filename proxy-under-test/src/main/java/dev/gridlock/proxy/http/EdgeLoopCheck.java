package dev.gridlock.proxy.http;

import java.io.IOException;
import org.apache.hc.core5.http.HttpException;

/** Keeps an edge from passing on what an edge has passed on already, so that no request can go in a circle. Thread-safe. */
public final class EdgeLoopCheck implements ExchangeHandler {

    /** Header of a request, and of its response, that names the edge which it has passed. */
    public static final String EDGE_HEADER = "X-Gridlock-Edge";

    private final ExchangeHandler next;

    /**
     * A check.
     *
     * @param next answers the requests that no edge has seen
     */
    public EdgeLoopCheck(ExchangeHandler next) {
        this.next = next;
    }

    @Override
    public void handle(Exchange exchange) throws IOException, HttpException {
        if (exchange.request().containsHeader(EDGE_HEADER)) {
            String edge = exchange.request().getFirstHeader(EDGE_HEADER).getValue();
            exchange.respond(ProxyFailure.edgeLoop(edge).response());
        } else {
            next.handle(exchange);
        }
    }
}
