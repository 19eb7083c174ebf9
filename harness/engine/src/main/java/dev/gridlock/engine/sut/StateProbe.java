package dev.gridlock.engine.sut;

import java.util.function.Function;

/**
 * A question about what a node holds.
 *
 * @param node name of the node
 * @param call the question
 * @param reader reads the body of a 2xx answer; throws {@link IllegalArgumentException} when the body is not one
 */
public record StateProbe(String node, HttpCall call, Function<String, ProbedState> reader) {}
