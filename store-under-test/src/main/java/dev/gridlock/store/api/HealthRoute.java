package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.hc.core5.http.HttpException;

/**
 * {@code GET /v1/health}: four numbers, and whether they are within the thresholds of the request. Lag counts only while the queue
 * is longer than {@code queue_size}, when that is given; {@code max_queue} limits the queue by itself. A node that has applied
 * nothing of late is not healthy, as in Corrosion, so this is no probe for readiness.
 */
final class HealthRoute implements Route {
    private static final int DEFAULT_FAILURE = 503;

    private final HealthSource source;

    HealthRoute(HealthSource source) {
        this.source = source;
    }

    private record Reading(long gaps, long members, double lagSeconds, long queueSize) {}

    @Override
    public void handle(Exchange exchange) throws ApiException, IOException, HttpException {
        OptionalLong mostGaps = exchange.longParameter("gaps");
        OptionalDouble mostLag = exchange.secondsParameter("p99_lag");
        OptionalLong mostQueue = exchange.longParameter("max_queue");
        OptionalLong queueSize = exchange.longParameter("queue_size");
        long failure = exchange.longParameter("failure_status").orElse(DEFAULT_FAILURE);
        if (failure < 200 || failure > 599) {
            throw new ApiException(400, "found failure_status=" + failure + ", expected 200 to 599");
        }
        OptionalDouble lag = source.p99LagSeconds();
        if (lag.isEmpty()) {
            exchange.respondError((int) failure, "no p99 lag information available");
            return;
        }
        Reading now = new Reading(source.gaps(), source.members(), lag.getAsDouble(), source.queueSize());
        boolean behind = mostLag.isPresent()
                && now.lagSeconds() > mostLag.getAsDouble()
                && (queueSize.isEmpty() || now.queueSize() > queueSize.getAsLong());
        boolean breached = behind || isAbove(now.gaps(), mostGaps) || isAbove(now.queueSize(), mostQueue);
        exchange.respondJson(breached ? (int) failure : 200, json -> write(json, now));
    }

    private static boolean isAbove(long number, OptionalLong most) {
        return most.isPresent() && number > most.getAsLong();
    }

    private static void write(JsonGenerator json, Reading now) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("response");
        json.writeNumberField("gaps", now.gaps());
        json.writeNumberField("members", now.members());
        json.writeNumberField("p99_lag", now.lagSeconds());
        json.writeNumberField("queue_size", now.queueSize());
        json.writeEndObject();
        json.writeEndObject();
    }
}
