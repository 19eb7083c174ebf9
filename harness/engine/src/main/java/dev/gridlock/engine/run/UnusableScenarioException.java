package dev.gridlock.engine.run;

/** A scenario that cannot be run as it stands; the message is one sentence: what was found, what was expected, where. */
public final class UnusableScenarioException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnusableScenarioException(String message) {
        super(message);
    }
}
