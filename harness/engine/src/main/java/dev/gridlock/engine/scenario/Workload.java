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
     * Applications that appear while the system runs, each with one machine, written to stores and spread by gossip. No
     * client asks for them.
     *
     * @param perSecond new applications a second over all regions together
     * @param regions regions whose stores take the writes
     */
    record NewApplications(Duration from, Duration to, double perSecond, List<String> regions) implements Workload {

        /** Copies the list and checks the bounds stated above. */
        public NewApplications {
            requireLoad(from, to, perSecond, regions);
            regions = List.copyOf(regions);
        }
    }

    /**
     * HTTP requests of clients to the proxies of their region.
     *
     * @param perSecond requests a second in each region
     * @param regions regions that clients stand in
     * @param skew exponent of the Zipf distribution by which applications are asked for, 0 to 10: 0 means all alike, 1
     *     the second half as often as the first, the third a third
     */
    record Requests(Duration from, Duration to, double perSecond, List<String> regions, double skew)
            implements Workload {

        /** Greatest exponent; beyond it nobody but the first application is asked for. */
        public static final double SKEW_MAX = 10;

        /** Copies the list and checks the bounds stated above. */
        public Requests {
            requireLoad(from, to, perSecond, regions);
            if (!(skew >= 0 && skew <= SKEW_MAX)) {
                throw new IllegalArgumentException("skew must be 0 to " + SKEW_MAX + ", was " + skew);
            }
            regions = List.copyOf(regions);
        }

        /** Requests for all applications alike. */
        public Requests(Duration from, Duration to, double perSecond, List<String> regions) {
            this(from, to, perSecond, regions, 0);
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
