package dev.gridlock.toxiproxy.toxic;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.json.JsonFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Cuts data into small pieces, with a pause after each.
 *
 * @param averageSize of a piece, in bytes; less than 1 counts as 1
 * @param sizeVariation a piece has up to this many bytes more or less than the average, but at least 1; 0 or less is none
 * @param delay after each piece, in microseconds; less than 0 counts as 0
 */
public record Slicer(long averageSize, long sizeVariation, long delay) implements Attributes {
    @Override
    public Slicer with(JsonFields given) throws BadBodyException {
        return new Slicer(
                given.integer("average_size", averageSize),
                given.integer("size_variation", sizeVariation),
                given.integer("delay", delay));
    }

    @Override
    public Map<String, Long> values() {
        Map<String, Long> values = new LinkedHashMap<>();
        values.put("average_size", averageSize);
        values.put("size_variation", sizeVariation);
        values.put("delay", delay);
        return values;
    }

    @Override
    public Stage stage(SplittableRandom random, long now) {
        return new SlicerStage(this, random);
    }
}
