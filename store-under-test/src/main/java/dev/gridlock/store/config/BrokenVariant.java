package dev.gridlock.store.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The mistakes by the names under which the configuration key {@code broken.variants} knows them. */
public enum BrokenVariant {
    /**
     * A full queue drops a change set and forgets it under the wrong actor, so the version stays marked as seen and is refused from
     * then on, also when the catch-up brings it (read in Corrosion's {@code handlers.rs}, {@code handle_changes}, up to 2026-08).
     */
    SHED_REMEMBERED_AS_SEEN("shed-remembered-as-seen"),

    /**
     * After a round that ran into the rate limit, the fan-out is a share of the cluster that is zero in small clusters, while the
     * round counts: a burst uses its broadcasts up without telling anybody (Corrosion's broadcast loop, up to 2026-08).
     */
    ZERO_FAN_OUT_AFTER_RATE_LIMIT("zero-fan-out-after-rate-limit"),

    /**
     * A batch that fails is not taken up again, while its entries stay marked as seen: the versions are refused until a restart
     * (https://github.com/superfly/corrosion/issues/577).
     */
    FAILED_BATCH_REMEMBERED_AS_SEEN("failed-batch-remembered-as-seen");

    private final String key;

    BrokenVariant(String key) {
        this.key = key;
    }

    /** The name in the configuration. */
    public String key() {
        return key;
    }

    /** The variant of a name. */
    public static Optional<BrokenVariant> of(String key) {
        return Arrays.stream(values())
                .filter(variant -> variant.key.equals(key))
                .findFirst();
    }

    /** All names. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(BrokenVariant::key).toList();
    }
}
