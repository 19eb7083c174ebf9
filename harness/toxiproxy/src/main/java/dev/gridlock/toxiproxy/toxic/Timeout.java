package dev.gridlock.toxiproxy.toxic;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.json.JsonFields;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Throws all data away and closes the connection after a while.
 *
 * @param timeout in milliseconds; 0 or less never closes
 */
public record Timeout(long timeout) implements Attributes {
    @Override
    public Timeout with(JsonFields given) throws BadBodyException {
        return new Timeout(given.integer("timeout", timeout));
    }

    @Override
    public Map<String, Long> values() {
        return Map.of("timeout", timeout);
    }

    @Override
    public Stage stage(SplittableRandom random, long now) {
        return new TimeoutStage(this, now);
    }
}
