package dev.gridlock.proxy.route;

import dev.gridlock.proxy.catalog.ApplicationEntry;
import java.util.function.Function;

/**
 * How the router gets from an application to a machine: looks into the catalog, and has the application loaded if it is not
 * there. Thread-safe. Chosen where the node is put together.
 */
@FunctionalInterface
public interface Lookup {

    /**
     * Finds {@code app} and lets {@code choice} choose among its machines. Waits for the read lock and, if the application
     * must be loaded, for the store and the write lock.
     *
     * @param choice called under the read lock, or with an entry that is in no catalog
     */
    RouteOutcome lookUp(String app, Function<? super ApplicationEntry, ? extends RouteOutcome> choice);
}
