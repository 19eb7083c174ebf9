package dev.gridlock.engine.sut;

/**
 * A question about what a node holds.
 *
 * @param node name of the node
 * @param call the question; a 2xx answer is handed to {@link SystemPlan#interpret}
 */
public record StateProbe(String node, HttpCall call) {}
