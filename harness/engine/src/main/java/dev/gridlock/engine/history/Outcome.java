package dev.gridlock.engine.history;

/** How an operation of the load ended. */
public enum Outcome {
    /** A success was answered: the operation took place. */
    OK,
    /** A failure was answered, or nothing was sent: the operation did not take place. */
    FAILED,
    /** It was sent and no answer came: the operation may or may not have taken place. */
    INDETERMINATE
}
