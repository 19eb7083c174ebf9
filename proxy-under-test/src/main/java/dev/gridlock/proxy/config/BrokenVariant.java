package dev.gridlock.proxy.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The ways to misuse the catalog lock, and one to restart, by the names under which {@code [broken] variants} knows them. */
public enum BrokenVariant {
    /** The router's look-up keeps its read guard while it loads an application under the write lock. */
    GUARD_HELD_INTO_ELSE("guard-held-into-else", Place.LOOK_UP),
    /** The router's look-up takes a second read inside the first. */
    NESTED_READ("nested-read", Place.LOOK_UP),
    /** The router's look-up does not give its read guard back when no machine can take the request. */
    LEAKED_READER("leaked-reader", Place.LOOK_UP),
    /** What applies the store's changes keeps its read guard while it writes an application that is new. */
    GUARD_HELD_WHILE_APPLYING("guard-held-while-applying", Place.CHANGES),
    /** What applies the store's changes asks for the write lock for a millisecond at a time, for ever. */
    RETRY_ON_SHORT_TIMEOUT("retry-on-short-timeout", Place.CHANGES),
    /** The supervisor starts the next process when the wall clock is at a full period, as every other one does. */
    LOCK_STEP_RESTART("lock-step-restart", Place.RESTARTS);

    /** The part of a node that a variant replaces; a node has one of each. */
    enum Place {
        LOOK_UP,
        CHANGES,
        RESTARTS
    }

    private final String key;
    private final Place place;

    BrokenVariant(String key, Place place) {
        this.key = key;
        this.place = place;
    }

    /** The name in the configuration. */
    public String key() {
        return key;
    }

    Place place() {
        return place;
    }

    /** Whether it is a mistake of the node itself, not of what starts it again. */
    public boolean isInNode() {
        return place != Place.RESTARTS;
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
