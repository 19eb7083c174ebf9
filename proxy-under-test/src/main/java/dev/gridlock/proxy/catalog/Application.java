package dev.gridlock.proxy.catalog;

/**
 * A row of the {@code apps} table.
 *
 * @param id key
 * @param name for people
 * @param updateId the update that wrote the row last; empty if unknown
 */
public record Application(String id, String name, String updateId) {}
