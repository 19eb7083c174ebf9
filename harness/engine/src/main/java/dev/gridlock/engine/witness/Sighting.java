package dev.gridlock.engine.witness;

import java.time.Duration;

/**
 * What came of looking for something.
 *
 * @param seen whether it was seen
 * @param what what was seen, or what was seen instead; a clause
 * @param at when, counted from the start of the run
 */
public record Sighting(boolean seen, String what, Duration at) {}
