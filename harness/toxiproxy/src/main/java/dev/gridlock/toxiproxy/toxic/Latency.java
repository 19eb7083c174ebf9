package dev.gridlock.toxiproxy.toxic;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.json.JsonFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Delays data by {@code latency} plus or minus {@code jitter}; a delay drawn below 0 counts as 0.
 *
 * @param latency in milliseconds
 * @param jitter in milliseconds; 0 or less is none. A delay is drawn from {@code latency - jitter} (included) to
 *     {@code latency + jitter} (not included)
 */
public record Latency(long latency, long jitter) implements Attributes {
    @Override
    public Latency with(JsonFields given) throws BadBodyException {
        return new Latency(given.integer("latency", latency), given.integer("jitter", jitter));
    }

    @Override
    public Map<String, Long> values() {
        Map<String, Long> values = new LinkedHashMap<>();
        values.put("latency", latency);
        values.put("jitter", jitter);
        return values;
    }

    @Override
    public Stage stage(SplittableRandom random, long now) {
        return new LatencyStage(this, random);
    }
}
