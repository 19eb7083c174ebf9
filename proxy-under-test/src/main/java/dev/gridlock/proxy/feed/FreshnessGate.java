package dev.gridlock.proxy.feed;

import dev.gridlock.proxy.catalog.BeyondBound;
import dev.gridlock.proxy.http.Exchange;
import dev.gridlock.proxy.http.ExchangeHandler;
import dev.gridlock.proxy.http.TextResponse;
import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Stands before the handling of clients' requests and marks every answer with the age of the catalog while the catalog may
 * be behind; refuses requests beyond the bound if it is told to. Takes no lock. Thread-safe.
 */
public final class FreshnessGate implements ExchangeHandler {

    /** Header of a response: {@code milliseconds;node=name}, and {@code ;stale} beyond the bound. */
    public static final String AGE_HEADER = "X-Gridlock-Catalog-Age";

    private final String node;
    private final CatalogAge age;
    private final BeyondBound beyondBound;
    private final boolean mustHaveBeenLive;
    private final ExchangeHandler next;

    /**
     * A gate.
     *
     * @param node this proxy's name
     * @param age of its catalog
     * @param beyondBound what happens to requests when the catalog is older than its bound
     * @param mustHaveBeenLive whether the catalog knows nothing before its subscriptions have stood once, because nothing
     *     else fills it
     * @param next answers the requests that are let through
     */
    public FreshnessGate(
            String node, CatalogAge age, BeyondBound beyondBound, boolean mustHaveBeenLive, ExchangeHandler next) {
        this.node = node;
        this.age = age;
        this.beyondBound = beyondBound;
        this.mustHaveBeenLive = mustHaveBeenLive;
        this.next = next;
    }

    @Override
    public void handle(Exchange exchange) throws IOException, HttpException {
        Freshness freshness = age.now();
        if (freshness.isWorthTelling()) {
            exchange.addToResponse(AGE_HEADER, freshness.text(node));
        }
        if (mustHaveBeenLive && !freshness.everLive()) {
            exchange.respond(refusal("catalog-not-loaded", "The store has not been heard yet, so nothing is known."));
        } else if (freshness.isStale() && beyondBound == BeyondBound.REFUSE) {
            exchange.respond(refusal(
                    "catalog-stale",
                    "What is known may be " + freshness.age().toMillis() + " ms old, which is more than is allowed."));
        } else {
            next.handle(exchange);
        }
    }

    private static ClassicHttpResponse refusal(String reason, String text) {
        ClassicHttpResponse response = TextResponse.of(503, text + "\n");
        response.setHeader("X-Gridlock-Reason", reason);
        return response;
    }
}
