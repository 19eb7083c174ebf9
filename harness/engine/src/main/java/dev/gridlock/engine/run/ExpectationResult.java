package dev.gridlock.engine.run;

/**
 * Whether an expectation of the scenario held.
 *
 * @param text the expectation as scenarios write it, for example {@code served: 90%}
 * @param holds whether it held
 * @param detail what was seen instead or as proof, a clause
 */
public record ExpectationResult(String text, boolean holds, String detail) {}
