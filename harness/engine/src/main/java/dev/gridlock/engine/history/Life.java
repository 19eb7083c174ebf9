package dev.gridlock.engine.history;

/**
 * One life of a node, from a start to an exit. What is seen of a node belongs to one life, and so does an incident.
 *
 * @param node the node's name
 * @param number 1 for the first start in the run, 2 for the second and so on
 */
public record Life(String node, int number) {}
