package dev.gridlock.engine.run;

/**
 * Choices that do not change what a scenario means.
 *
 * @param backend where it runs
 * @param progress who hears of it
 */
public record RunOptions(Backend backend, Progress progress) {}
