package dev.gridlock.store.gossip.broken;

import dev.gridlock.store.config.BrokenVariant;
import dev.gridlock.store.gossip.GossipRules;
import java.util.Collection;

/** Makes the rules of the gossip wrong where the configuration asks for it. */
public final class BrokenRules {
    private BrokenRules() {}

    /** The rules with these mistakes in them; the healthy ones when there are none. */
    public static GossipRules with(Collection<BrokenVariant> variants) {
        GossipRules rules = GossipRules.HEALTHY;
        for (BrokenVariant variant : variants) {
            rules = with(variant, rules);
        }
        return rules;
    }

    private static GossipRules with(BrokenVariant variant, GossipRules rules) {
        return switch (variant) {
            case SHED_REMEMBERED_AS_SEEN ->
                new GossipRules(rules.fanOut(), (victim, incoming) -> incoming, rules.failedBatch());
            case ZERO_FAN_OUT_AFTER_RATE_LIMIT ->
                new GossipRules(BrokenRules::zeroAfterRateLimit, rules.shed(), rules.failedBatch());
            case FAILED_BATCH_REMEMBERED_AS_SEEN ->
                new GossipRules(rules.fanOut(), rules.shed(), GossipRules.FailedBatch.DROP_AND_REMEMBER);
        };
    }

    private static int zeroAfterRateLimit(
            int fewest, int members, int nearest, int transmissions, boolean rateLimited) {
        int share = (members - nearest) / (transmissions * 10);
        return rateLimited ? Math.min(Math.max(fewest, share), share / 2) : Math.max(fewest, share);
    }
}
