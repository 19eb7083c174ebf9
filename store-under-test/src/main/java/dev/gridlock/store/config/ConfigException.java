package dev.gridlock.store.config;

/** A configuration that cannot be used; the message is one sentence that names file, key, what was found and what was expected. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception with a message for the person who wrote the file. */
    public ConfigException(String message) {
        super(message);
    }
}
