package dev.gridlock.engine.sut;

/** This machine cannot run what was asked for; the message is one sentence that says what is missing. */
public final class EnvironmentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public EnvironmentException(String message, Throwable cause) {
        super(message, cause);
    }

    public EnvironmentException(String message) {
        super(message);
    }
}
