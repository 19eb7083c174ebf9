package dev.gridlock.store.api;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.HttpException;

/**
 * A route that takes so many requests at a time and sends the rest away at once. A request counts from its header until its answer
 * begins: a stream may go on for as long as it likes. Thread-safe.
 *
 * @param route answers
 * @param permits one for each request at a time; paths that share a limit share it
 */
record LimitedRoute(Route route, Semaphore permits) implements Route {

    @Override
    public void handle(Exchange exchange) throws ApiException, IOException, HttpException, InterruptedException {
        if (!permits.tryAcquire()) {
            exchange.respondText(503, "max concurrency limit reached");
            return;
        }
        AtomicBoolean released = new AtomicBoolean();
        Runnable release = () -> {
            if (released.compareAndSet(false, true)) {
                permits.release();
            }
        };
        try {
            route.handle(exchange.beforeAnswer(release));
        } finally {
            release.run();
        }
    }
}
