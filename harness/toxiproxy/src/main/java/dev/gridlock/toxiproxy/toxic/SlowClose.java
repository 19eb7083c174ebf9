package dev.gridlock.toxiproxy.toxic;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.json.JsonFields;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Delays the end of a direction, not its data.
 *
 * @param delay in milliseconds; less than 0 counts as 0
 */
public record SlowClose(long delay) implements Attributes {
    @Override
    public SlowClose with(JsonFields given) throws BadBodyException {
        return new SlowClose(given.integer("delay", delay));
    }

    @Override
    public Map<String, Long> values() {
        return Map.of("delay", delay);
    }

    @Override
    public Stage stage(SplittableRandom random, long now) {
        return new SlowCloseStage(this);
    }
}
