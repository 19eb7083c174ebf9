package dev.gridlock.engine.topology;

/**
 * How many nodes stand in one region and how strong they are.
 *
 * @param region the place
 * @param stores stores in the region, 1 to {@value #MAX_NODES}
 * @param proxies proxies in the region, 0 to {@value #MAX_NODES}
 * @param cpus virtual CPUs of each node, 1 to {@value #MAX_CPUS}
 * @param slowdown how many times longer each step takes than on a normal node, 0.01 to 1000; 1.0 is normal
 */
public record RegionPlan(Region region, int stores, int proxies, int cpus, double slowdown) {

    /** Most stores, and most proxies, in one region. */
    public static final int MAX_NODES = 50;

    /** Most virtual CPUs of one node. */
    public static final int MAX_CPUS = 256;

    /** Least slowdown: a node a hundred times faster than normal. */
    public static final double MIN_SLOWDOWN = 0.01;

    /** Greatest slowdown. */
    public static final double MAX_SLOWDOWN = 1000;

    /** Checks the bounds stated above. */
    public RegionPlan {
        requireRange("stores", stores, 1, MAX_NODES);
        requireRange("proxies", proxies, 0, MAX_NODES);
        requireRange("cpus", cpus, 1, MAX_CPUS);
        if (!(slowdown >= MIN_SLOWDOWN && slowdown <= MAX_SLOWDOWN)) {
            throw new IllegalArgumentException(
                    "slowdown must be from " + MIN_SLOWDOWN + " to " + MAX_SLOWDOWN + ", was " + slowdown);
        }
    }

    private static void requireRange(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " must be from " + least + " to " + most + ", was " + value);
        }
    }
}
