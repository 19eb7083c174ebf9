package dev.gridlock.toxiproxy.toxic;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.json.JsonFields;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Resets both sides of the connection a while after the first data came.
 *
 * @param timeout in milliseconds; less than 0 counts as 0
 */
public record ResetPeer(long timeout) implements Attributes {
    @Override
    public ResetPeer with(JsonFields given) throws BadBodyException {
        return new ResetPeer(given.integer("timeout", timeout));
    }

    @Override
    public Map<String, Long> values() {
        return Map.of("timeout", timeout);
    }

    @Override
    public Stage stage(SplittableRandom random, long now) {
        return new ResetPeerStage(this);
    }
}
