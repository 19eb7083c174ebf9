package dev.gridlock.proxy.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The mistakes that a proxy can make on purpose, by the names under which {@code [broken] variants} knows them. */
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
    /** The supervisor restarts at the next full period of the wall clock, as those of all other proxies do. */
    LOCK_STEP_RESTART("lock-step-restart", Place.RESTART);

    /** The part that a variant replaces; a proxy has one of each. */
    enum Place {
        LOOK_UP,
        CHANGES,
        /** Of the supervisor; nothing in the process that it runs. */
        RESTART
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

    /** The variant of a name. */
    public static Optional<BrokenVariant> of(String key) {
        return Arrays.stream(values())
                .filter(variant -> variant.key.equals(key))
                .findFirst();
    }

    /** The names of the misuses of the catalog lock, which are those inside the process that serves. */
    public static List<String> keysOfMisuses() {
        return Arrays.stream(values())
                .filter(variant -> variant.place != Place.RESTART)
                .map(BrokenVariant::key)
                .toList();
    }

    /** All names. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(BrokenVariant::key).toList();
    }
}
