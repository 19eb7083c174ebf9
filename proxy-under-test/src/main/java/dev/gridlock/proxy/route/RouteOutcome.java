package dev.gridlock.proxy.route;

import java.util.List;

/** What the router says to one request. */
public sealed interface RouteOutcome {

    /** There is a machine to go to. */
    record Chosen(Route route) implements RouteOutcome {}

    /**
     * The application is known, but none of its machines can take the request.
     *
     * @param started how many of them the store calls started
     * @param total how many there are
     */
    record NoneHealthy(int started, int total) implements RouteOutcome {}

    /**
     * The application is known, but no proxy of its regions can take the request.
     *
     * @param regions where the application is
     */
    record NoProxy(List<String> regions) implements RouteOutcome {

        /** Keeps a copy. */
        public NoProxy {
            regions = List.copyOf(regions);
        }
    }

    /** There is no such application. */
    record Unknown() implements RouteOutcome {}

    /**
     * The application is not loaded, and the store could not be asked.
     *
     * @param reason a sentence
     */
    record StoreFailed(String reason) implements RouteOutcome {}
}
