package dev.gridlock.proxy.catalog;

/**
 * A shared hold on the catalog that lasts until it is closed, wherever that is: what {@link Catalog#openRead} gives to the
 * broken look-ups. For the thread that opened it, except that {@link #close} may be called again, which does nothing.
 */
public final class ReadGuard implements AutoCloseable {

    private final ClosureScope scope;
    private final Runnable leave;
    private boolean open = true;

    ReadGuard(ClosureScope scope, Runnable leave) {
        this.scope = scope;
        this.leave = leave;
    }

    /** What the guard protects; closed together with it. */
    public CatalogView view() {
        return scope;
    }

    /** Gives the hold back. */
    @Override
    public void close() {
        if (open) {
            open = false;
            leave.run();
        }
    }
}
