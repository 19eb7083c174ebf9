package dev.gridlock.store.storage;

/** A schema that cannot be replicated or applied; the message is one sentence that names the file or the table. */
public final class SchemaException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception with a message for the person who wrote the schema. */
    public SchemaException(String message) {
        super(message);
    }
}
