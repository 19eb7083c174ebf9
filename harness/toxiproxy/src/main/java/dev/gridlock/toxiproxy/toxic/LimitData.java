package dev.gridlock.toxiproxy.toxic;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.json.JsonFields;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Closes the connection when so much data has passed.
 *
 * @param bytes in bytes; 0 or less closes when the first data comes, and lets none through
 */
public record LimitData(long bytes) implements Attributes {
    @Override
    public LimitData with(JsonFields given) throws BadBodyException {
        return new LimitData(given.integer("bytes", bytes));
    }

    @Override
    public Map<String, Long> values() {
        return Map.of("bytes", bytes);
    }

    @Override
    public Stage stage(SplittableRandom random, long now) {
        return new LimitDataStage(this);
    }
}
