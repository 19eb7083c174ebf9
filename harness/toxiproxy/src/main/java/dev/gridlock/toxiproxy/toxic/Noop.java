package dev.gridlock.toxiproxy.toxic;

import dev.gridlock.toxiproxy.json.JsonFields;
import java.util.Map;
import java.util.SplittableRandom;

/** Does nothing; the original has it as a type too. */
public record Noop() implements Attributes {
    @Override
    public Noop with(JsonFields given) {
        return this;
    }

    @Override
    public Map<String, Long> values() {
        return Map.of();
    }

    @Override
    public Stage stage(SplittableRandom random, long now) {
        return new PassingStage();
    }
}
