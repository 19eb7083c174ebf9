package dev.gridlock.engine.detect;

/**
 * What the load of a scenario should have left in the history.
 *
 * @param requests whether clients made requests
 * @param updates whether clients made updates
 */
public record Expected(boolean requests, boolean updates) {}
