package dev.gridlock.proxy.catalog;

import dev.gridlock.proxy.inflight.LockOperation;

/**
 * Hears of every operation on the catalog that is recorded in full, on the thread of that operation and after it has left the lock. What a method
 * throws comes out of the catalog's method. Thread-safe.
 */
public interface CatalogObserver {

    /** The operation was inside and has left. */
    void completed(LockOperation operation);

    /**
     * A read that had got the lock at once, and was therefore not recorded in full, was inside when the lock was looked at.
     *
     * @param heldNanos how long it was inside at least
     */
    default void stayedLong(String label, String app, long heldNanos) {}

    /** The write has given up waiting. */
    void timedOut(LockOperation operation);
}
