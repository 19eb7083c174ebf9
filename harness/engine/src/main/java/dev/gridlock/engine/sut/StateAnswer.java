package dev.gridlock.engine.sut;

/**
 * The answer to a question about what a node holds.
 *
 * @param probe the question
 * @param body body of a 2xx answer
 */
public record StateAnswer(StateProbe probe, String body) {}
