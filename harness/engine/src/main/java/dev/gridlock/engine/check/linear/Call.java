package dev.gridlock.engine.check.linear;

import java.util.Optional;

/**
 * One operation as its client saw it. Instants are of any one clock, in any unit.
 *
 * @param client who asked
 * @param input what was asked
 * @param output what was answered; empty when it is not known
 * @param invoked when it began
 * @param completed when it ended, not before {@code invoked}; {@link #NEVER} if nobody saw it end: then it may have taken
 *     effect at any instant since, or not at all
 */
public record Call<I, O>(String client, I input, Optional<O> output, long invoked, long completed) {

    /** The end of an operation that has none. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Checks the bounds stated above. */
    public Call {
        if (completed < invoked) {
            throw new IllegalArgumentException(
                    "an operation of " + client + " ends at " + completed + ", before it begins at " + invoked);
        }
    }

    /** Whether somebody saw it end. */
    public boolean isComplete() {
        return completed != NEVER;
    }
}
