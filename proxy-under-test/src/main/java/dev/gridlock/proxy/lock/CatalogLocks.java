package dev.gridlock.proxy.lock;

import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Makes a {@link CatalogLock} from its configuration name. */
public final class CatalogLocks {

    private static final String REENTRANT = "reentrant";
    private static final String STAMPED = "stamped";
    private static final List<String> NAMES = List.of(
            RwLockVariant.V0_12_3.lockName(),
            RwLockVariant.V0_12_3_PR466A.lockName(),
            RwLockVariant.V0_12_5.lockName(),
            REENTRANT,
            STAMPED);

    private CatalogLocks() {}

    /**
     * A new lock of the named kind, in the released state and sharing nothing with any other.
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if no lock has that name; the message lists those that exist
     */
    public static CatalogLock create(String name) {
        return switch (name) {
            case REENTRANT -> new JdkCatalogLock(REENTRANT, new ReentrantReadWriteLock());
            case STAMPED -> new JdkCatalogLock(STAMPED, new StampedLock().asReadWriteLock());
            default ->
                new ParkingLotRwLock(RwLockVariant.find(name)
                        .orElseThrow(() -> new IllegalArgumentException("The catalog lock is \"" + name
                                + "\", expected one of " + String.join(", ", NAMES) + ".")));
        };
    }

    /** The names of all locks, the faulty ones first in order of their versions. */
    public static List<String> names() {
        return NAMES;
    }
}
