package dev.gridlock.proxy.http;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.HttpException;

/**
 * Counts the requests under way, and once it was told to drain refuses those that come: with 503, the reason {@code draining}, and
 * the end of the connection. Those under way go on. Thread-safe.
 */
public final class Draining {

    private final AtomicBoolean draining = new AtomicBoolean();
    private final AtomicInteger running = new AtomicInteger();

    /** From now on, requests that come are refused; for good. */
    public void begin() {
        draining.set(true);
    }

    /** Whether requests are refused. */
    public boolean isDraining() {
        return draining.get();
    }

    /** How many requests are under way. */
    public int running() {
        return running.get();
    }

    /** A handler that passes requests on to {@code handler} while none are refused. */
    public ExchangeHandler before(ExchangeHandler handler) {
        return exchange -> handle(exchange, handler);
    }

    private void handle(Exchange exchange, ExchangeHandler handler) throws IOException, HttpException {
        // Counted before the look: a request is either seen by whoever asks how many remain, or refused.
        running.incrementAndGet();
        try {
            if (draining.get()) {
                exchange.closeAfterwards();
                exchange.respond(ProxyFailure.draining().response());
            } else {
                handler.handle(exchange);
            }
        } finally {
            running.decrementAndGet();
        }
    }
}
