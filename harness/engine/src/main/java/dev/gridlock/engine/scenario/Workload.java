package dev.gridlock.engine.scenario;

import java.time.Duration;
import java.util.List;

/**
 * Load on the system between two instants, both counted from the start of the run: {@code from} inclusive, {@code to}
 * exclusive.
 */
public sealed interface Workload {

    /** First instant, zero or more. */
    Duration from();

    /** End, after {@link #from()}. */
    Duration to();

    /** Operations a second, greater than zero. */
    double perSecond();

    /** Codes of the regions that the load enters at; not empty. */
    List<String> regions();

    /**
     * Changes of machine rows, written to stores and spread by gossip.
     *
     * @param perSecond updates a second over all regions together
     * @param regions regions whose stores take the writes
     * @param applications how many applications the updates are spread over, at least 1
     * @param machinesPerApplication machine rows of each application, at least 1
     */
    record UpdateStorm(
            Duration from,
            Duration to,
            double perSecond,
            List<String> regions,
            int applications,
            int machinesPerApplication)
            implements Workload {

        /** Copies the list and checks the bounds stated above. */
        public UpdateStorm {
            requireLoad(from, to, perSecond, regions);
            if (applications < 1 || machinesPerApplication < 1) {
                throw new IllegalArgumentException("applications and machinesPerApplication must be at least 1, were "
                        + applications + " and " + machinesPerApplication);
            }
            regions = List.copyOf(regions);
        }
    }

    /**
     * HTTP requests of clients to the proxies of their region.
     *
     * @param perSecond requests a second in each region
     * @param regions regions that clients stand in
     */
    record Requests(Duration from, Duration to, double perSecond, List<String> regions) implements Workload {

        /** Copies the list and checks the bounds stated above. */
        public Requests {
            requireLoad(from, to, perSecond, regions);
            regions = List.copyOf(regions);
        }
    }

    private static void requireLoad(Duration from, Duration to, double perSecond, List<String> regions) {
        if (from.isNegative() || to.compareTo(from) <= 0) {
            throw new IllegalArgumentException(
                    "a workload must begin at zero or later and end after it begins, was " + from + " to " + to);
        }
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("perSecond must be greater than zero, was " + perSecond);
        }
        if (regions.isEmpty()) {
            throw new IllegalArgumentException("a workload needs at least one region");
        }
    }
}
