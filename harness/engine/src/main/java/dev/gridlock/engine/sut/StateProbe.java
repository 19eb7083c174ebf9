package dev.gridlock.engine.sut;

import java.util.function.Function;

/**
 * A question about what a node holds. All nodes that answer in one group must come to the same answer.
 *
 * @param node name of the node
 * @param group name of the group, as a noun phrase for messages, for example {@code the stores}
 * @param call the question
 * @param reader reads the body of a 2xx answer; throws {@link IllegalArgumentException} when the body is not one
 */
public record StateProbe(String node, String group, HttpCall call, Function<String, ProbedState> reader) {}
