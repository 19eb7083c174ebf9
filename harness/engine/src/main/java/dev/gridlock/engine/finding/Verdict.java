package dev.gridlock.engine.finding;

import java.util.Locale;

/** What a run, or a set of runs, came to. Each verdict has the exit code that the command ends with. */
public enum Verdict {
    /** Every expectation held, and the evidence for saying so is complete. */
    PASS(0),
    /** Something was found, expected or not, or an expectation did not hold. */
    FINDING(1),
    /** The scenario or the command line could not be used. */
    BAD_INPUT(2),
    /** Evidence is missing or the environment failed: nothing can be said, least of all that all is well. */
    INCONCLUSIVE(3);

    private final int exitCode;

    Verdict(int exitCode) {
        this.exitCode = exitCode;
    }

    /** The exit code of the command, 0 to 3. */
    public int exitCode() {
        return exitCode;
    }

    /** The name used in result documents: lower case, words joined by a hyphen. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The verdict of two parts taken together. A finding outweighs everything, because it was seen; unusable input and
     * missing evidence outweigh a pass.
     */
    public Verdict and(Verdict other) {
        return weight() >= other.weight() ? this : other;
    }

    private int weight() {
        return switch (this) {
            case PASS -> 0;
            case INCONCLUSIVE -> 1;
            case BAD_INPUT -> 2;
            case FINDING -> 3;
        };
    }
}
