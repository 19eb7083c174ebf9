package dev.gridlock.proxy.json;

import java.io.IOException;

/** A text that should have been JSON of a certain shape and is not. */
public final class MalformedJsonException extends IOException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 120;

    /** The text is no JSON at all. */
    MalformedJsonException(String text, Throwable cause) {
        super("Found " + shown(text) + ", expected one JSON value.", cause);
    }

    /**
     * The text is JSON of another shape.
     *
     * @param text what was read
     * @param expected what should have been there, a noun phrase
     */
    public MalformedJsonException(String text, String expected) {
        super("Found " + shown(text) + ", expected " + expected + ".");
    }

    private static String shown(String text) {
        return '"' + (text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...") + '"';
    }
}
