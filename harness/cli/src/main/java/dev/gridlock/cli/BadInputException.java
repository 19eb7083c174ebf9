package dev.gridlock.cli;

/** Something on the command line that cannot be used. The message is one line: what was found, what was expected. */
final class BadInputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadInputException(String message) {
        super(message);
    }

    BadInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
