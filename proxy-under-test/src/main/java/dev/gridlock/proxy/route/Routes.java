package dev.gridlock.proxy.route;

import java.util.Set;

/** Says where requests go. Thread-safe. */
@FunctionalInterface
public interface Routes {

    /**
     * Where one request to {@code app} goes. Waits for the read lock and, if the application must be loaded, for the store
     * and the write lock.
     *
     * @param avoid addresses of hosts that this request has already failed on
     */
    RouteOutcome route(String app, Set<String> avoid);
}
