package dev.gridlock.toxiproxy.toxic;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.json.JsonFields;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Lets data through at a limited rate.
 *
 * @param rate in kilobytes (1,000 bytes) a second; 0 or less lets nothing through
 */
public record Bandwidth(long rate) implements Attributes {
    @Override
    public Bandwidth with(JsonFields given) throws BadBodyException {
        return new Bandwidth(given.integer("rate", rate));
    }

    @Override
    public Map<String, Long> values() {
        return Map.of("rate", rate);
    }

    @Override
    public Stage stage(SplittableRandom random, long now) {
        return new BandwidthStage(this);
    }
}
