package dev.gridlock.engine.scenario;

import java.time.Duration;

/** What a single run must show to pass. */
public sealed interface Expectation {

    /** No finding that the pattern means. */
    record NoFinding(FindingPattern pattern) implements Expectation {}

    /** At least one finding that the pattern means. */
    record SomeFinding(FindingPattern pattern) implements Expectation {}

    /**
     * Clients were answered.
     *
     * @param fraction least part of all requests that got a successful answer, 0 to 1
     */
    record ServedAtLeast(double fraction) implements Expectation {

        /** Checks the range. */
        public ServedAtLeast {
            if (!(fraction >= 0 && fraction <= 1)) {
                throw new IllegalArgumentException("fraction must be from 0 to 1, was " + fraction);
            }
        }
    }

    /**
     * Every store and every proxy shows the same state.
     *
     * @param within most time from the end of the scenario's duration until they do; greater than zero
     */
    record Converges(Duration within) implements Expectation {

        /** Checks that the time is positive. */
        public Converges {
            if (!within.isPositive()) {
                throw new IllegalArgumentException("within must be greater than zero, was " + within);
            }
        }
    }
}
