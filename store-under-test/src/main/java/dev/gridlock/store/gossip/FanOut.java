package dev.gridlock.store.gossip;

/** How many peers are told of a broadcast in one round. */
@FunctionalInterface
public interface FanOut {
    /**
     * How many are told.
     *
     * @param fewest peers told however small the cluster is
     * @param members members that are up
     * @param nearest those of them that the origin tells directly
     * @param transmissions rounds that a broadcast takes part in
     * @param rateLimited whether the round before ran into the rate limit
     */
    int peers(int fewest, int members, int nearest, int transmissions, boolean rateLimited);

    /** Corrosion's rule: a share of the cluster that reaches everybody within the rounds; half of it after a rate limit, never nobody. */
    static int healthy(int fewest, int members, int nearest, int transmissions, boolean rateLimited) {
        int wanted = Math.max(fewest, (members - nearest) / (transmissions * 10));
        return rateLimited ? Math.max(1, wanted / 2) : wanted;
    }
}
