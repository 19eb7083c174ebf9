package dev.gridlock.proxy.catalog;

import dev.gridlock.proxy.inflight.LockOperation;

/**
 * Hears of every operation on the catalog, on the thread of that operation and after it has left the lock. What a method
 * throws comes out of the catalog's method. Thread-safe.
 */
public interface CatalogObserver {

    /** The operation was inside and has left. */
    void completed(LockOperation operation);

    /** The write has given up waiting. */
    void timedOut(LockOperation operation);
}
