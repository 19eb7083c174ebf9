package dev.gridlock.engine.finding;

/**
 * A node on which the same update stands behind a stall.
 *
 * @param region the region of the node
 * @param node the node's name
 */
public record Affected(String region, String node) {}
