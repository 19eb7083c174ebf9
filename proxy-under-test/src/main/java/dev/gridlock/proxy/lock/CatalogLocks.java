package dev.gridlock.proxy.lock;

import dev.gridlock.proxy.lock.broken.SignalStealing;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Makes a {@link CatalogLock} from its configuration name. */
public final class CatalogLocks {

    private static final String REENTRANT = "reentrant";
    private static final String STAMPED = "stamped";
    private static final String SIGNAL_STEALING = "signal-stealing";
    private static final List<String> NAMES = List.of(
            RwLockVariant.V0_12_3.lockName(),
            RwLockVariant.V0_12_3_PR466A.lockName(),
            RwLockVariant.V0_12_5.lockName(),
            REENTRANT,
            STAMPED,
            SIGNAL_STEALING);

    private CatalogLocks() {}

    /**
     * A new lock of the named kind, in the released state and sharing nothing with any other.
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if no lock has that name; the message lists those that exist
     */
    public static CatalogLock create(String name) {
        return switch (name) {
            case REENTRANT -> {
                var lock = new ReentrantReadWriteLock();
                yield new JdkCatalogLock(REENTRANT, lock, () -> !lock.hasQueuedThreads());
            }
            // Its lock() tries, as tryLock() does, before it looks at the queue (JDK 25, StampedLock.readLock).
            case STAMPED -> new JdkCatalogLock(STAMPED, new StampedLock().asReadWriteLock(), () -> true);
            case SIGNAL_STEALING -> new WriterPreferringRwLock(SIGNAL_STEALING, new SignalStealing());
            default ->
                new ParkingLotRwLock(RwLockVariant.find(name)
                        .orElseThrow(() -> new IllegalArgumentException("The catalog lock is \"" + name
                                + "\", expected one of " + String.join(", ", NAMES) + ".")));
        };
    }

    /**
     * A new lock of the named kind whose threads are held up.
     *
     * @param name of a lock that {@linkplain #isPausable has pause points}
     * @throws IllegalArgumentException if that lock has none
     */
    public static CatalogLock create(String name, PauseHook hook) {
        var variant = RwLockVariant.find(name)
                .orElseThrow(() -> new IllegalArgumentException("The lock \"" + name + "\" has no pause points."));
        return new ParkingLotRwLock(RwLockOptions.of(variant).withPauseHook(hook));
    }

    /** Whether the lock of that name has pause points. */
    public static boolean isPausable(String name) {
        return RwLockVariant.find(name).isPresent();
    }

    /**
     * The names of all locks: parking_lot's in order of their versions, of which only the last is sound; the JDK's; and last
     * the one that is faulty so as to lose wake-ups.
     */
    public static List<String> names() {
        return NAMES;
    }

    /** Whether the lock of that name is an {@link UpgradableCatalogLock}. */
    public static boolean isUpgradable(String name) {
        return RwLockVariant.find(name).isPresent();
    }
}
