package dev.gridlock.engine.topology;

/**
 * The name of a node, {@code role-region-number}: {@code store-waw-1}, {@code proxy-waw-2}, {@code worker-waw-1}. Every
 * region has as many stores and proxies as its plan says, and one worker, which hosts the machines of the region.
 *
 * @param role {@code store}, {@code proxy} or {@code worker}
 * @param region code of the region
 * @param number from 1
 */
public record NodeName(String role, String region, int number) {

    /** Checks that the number is positive. */
    public NodeName {
        if (number < 1) {
            throw new IllegalArgumentException("node number must be at least 1, was " + number);
        }
    }

    /** The {@code number}th store of a region. */
    public static NodeName store(String region, int number) {
        return new NodeName("store", region, number);
    }

    /** The {@code number}th proxy of a region. */
    public static NodeName proxy(String region, int number) {
        return new NodeName("proxy", region, number);
    }

    /** The worker of a region. */
    public static NodeName worker(String region) {
        return new NodeName("worker", region, 1);
    }

    @Override
    public String toString() {
        return role + "-" + region + "-" + number;
    }
}
