package dev.gridlock.proxy.lock;

/**
 * A catalog lock with a third mode: an upgradable hold is shared with readers, keeps out writers and other upgradable holds,
 * and becomes exclusive without letting a writer in between. What {@link CatalogLock} says of threads, interruption and
 * reentrance holds here too.
 */
public interface UpgradableCatalogLock extends CatalogLock {

    /**
     * Waits for the upgradable hold.
     *
     * @throws IllegalStateException if the reader count would overflow
     */
    void lockUpgradable();

    /**
     * Waits at most {@code timeoutNanos} for the upgradable hold.
     *
     * @param timeoutNanos nanoseconds, greater than zero
     * @return true if the lock is held; false if the time passed
     */
    boolean tryLockUpgradable(long timeoutNanos);

    /** Releases the upgradable hold. */
    void unlockUpgradable();

    /** Turns the caller's upgradable hold into the exclusive one, waiting for the readers to leave. */
    void upgrade();

    /**
     * Turns the caller's upgradable hold into the exclusive one, waiting at most {@code timeoutNanos} for the readers to leave.
     *
     * @param timeoutNanos nanoseconds, greater than zero
     * @return true if the lock is now held exclusively; false if it is still held upgradably
     */
    boolean tryUpgrade(long timeoutNanos);
}
