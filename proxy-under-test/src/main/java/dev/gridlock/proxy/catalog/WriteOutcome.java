package dev.gridlock.proxy.catalog;

/**
 * What came of a write with a timeout.
 *
 * @param <T> what the closure returns
 */
public sealed interface WriteOutcome<T> {

    /**
     * The closure has run.
     *
     * @param value what it returned
     * @param <T> its type
     */
    record Written<T>(T value) implements WriteOutcome<T> {}

    /**
     * The lock was not to be had in time; the closure has not run.
     *
     * @param waitedNanos how long the writer waited
     * @param <T> what the closure would have returned
     */
    record TimedOut<T>(long waitedNanos) implements WriteOutcome<T> {}
}
