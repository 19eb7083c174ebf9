package dev.gridlock.engine.check.linear.porcupine;

/** A line that is not what it should be. The message names the line, what was found and what was expected. */
public final class HistoryFormatException extends Exception {

    private static final long serialVersionUID = 1L;

    HistoryFormatException(int line, String found, String expected) {
        super("line " + line + ": found " + found + ", expected " + expected);
    }
}
