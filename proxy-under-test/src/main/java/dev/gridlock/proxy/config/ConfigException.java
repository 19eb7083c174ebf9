package dev.gridlock.proxy.config;

/** A configuration file that cannot be used. The message is one sentence for people: file, key, what was found, what was expected. */
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1L;

    /** A fault of the file as a whole. */
    ConfigException(String file, String problem) {
        super(file + ": " + problem);
    }

    /** A fault of one key. */
    static ConfigException at(String file, String key, String found, String expected) {
        return new ConfigException(file, key + " is " + found + ", expected " + expected + ".");
    }
}
