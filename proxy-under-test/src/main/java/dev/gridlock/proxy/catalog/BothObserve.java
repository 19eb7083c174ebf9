package dev.gridlock.proxy.catalog;

import dev.gridlock.proxy.inflight.LockOperation;

/**
 * Two observers, told one after the other.
 *
 * @param first told first; what it throws keeps the other from being told
 * @param second told then
 */
public record BothObserve(CatalogObserver first, CatalogObserver second) implements CatalogObserver {

    @Override
    public void completed(LockOperation operation) {
        first.completed(operation);
        second.completed(operation);
    }

    @Override
    public void stayedLong(String label, String app, long heldNanos) {
        first.stayedLong(label, app, heldNanos);
        second.stayedLong(label, app, heldNanos);
    }

    @Override
    public void timedOut(LockOperation operation) {
        first.timedOut(operation);
        second.timedOut(operation);
    }
}
