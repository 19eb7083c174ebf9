package dev.gridlock.proxy.metrics;

import dev.gridlock.proxy.http.ExchangeHandler;
import dev.gridlock.proxy.route.Lookup;
import dev.gridlock.proxy.route.RouteOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Counts the requests of clients and how often a machine was chosen for them. Thread-safe. A request is dealt with by one thread
 * from its beginning to its end, so what is known of it is kept with the thread.
 */
public final class RequestMetrics {

    private final Map<RequestOutcome, Timer> requests = new EnumMap<>(RequestOutcome.class);
    private final Counter attempts;
    private final Counter retries;
    private final ThreadLocal<Request> request = ThreadLocal.withInitial(Request::new);

    /** What is known of the request that a thread deals with. Used by that thread. */
    private static final class Request {
        private RequestOutcome outcome = RequestOutcome.NOT_ROUTED;
        private int chosen;
    }

    RequestMetrics(MeterRegistry registry) {
        for (RequestOutcome outcome : RequestOutcome.values()) {
            requests.put(
                    outcome,
                    Timer.builder("gridlock.requests")
                            .description("Requests of clients that have been dealt with, by outcome.")
                            .tag("outcome", outcome.wire())
                            .register(registry));
        }
        attempts = Counter.builder("gridlock.upstream.attempts")
                .description("How often a machine was chosen for a request.")
                .register(registry);
        retries = Counter.builder("gridlock.upstream.retries")
                .description(
                        "How often that was another one because the host of the one before accepted no connection.")
                .register(registry);
    }

    /** What {@code handler} does, counted. */
    public ExchangeHandler counting(ExchangeHandler handler) {
        return exchange -> {
            var mine = new Request();
            request.set(mine);
            long begun = System.nanoTime();
            RequestOutcome outcome = RequestOutcome.BROKEN_OFF;
            try {
                handler.handle(exchange);
                outcome = mine.outcome;
            } finally {
                request.remove();
                Objects.requireNonNull(requests.get(outcome)).record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
            }
        };
    }

    /** What {@code lookup} does, counted; for threads that are inside a handler of {@link #counting(ExchangeHandler)}. */
    public Lookup counting(Lookup lookup) {
        return (app, choice) -> {
            RouteOutcome outcome = lookup.lookUp(app, choice);
            Request mine = request.get();
            boolean chosen = outcome instanceof RouteOutcome.Chosen;
            if (chosen) {
                attempts.increment();
                if (mine.chosen > 0) {
                    retries.increment();
                }
                mine.chosen++;
            }
            if (chosen || mine.chosen == 0) {
                // If no other is left once a machine has failed, the client hears of the failure.
                mine.outcome = RequestOutcome.of(outcome);
            }
            return outcome;
        };
    }
}
