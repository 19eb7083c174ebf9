package dev.gridlock.proxy.lock;

import java.util.OptionalLong;

/**
 * A reader-writer lock for the routing catalog.
 *
 * <p>All methods may be called from any thread, virtual or platform. No method reacts to interruption: a thread that is
 * interrupted while it waits goes on waiting and returns with its interrupt status set. No lock here is reentrant: a
 * thread that asks for a mode while it holds one may wait for itself for ever. Every unlock must be called by the thread
 * that acquired the same mode; an unlock that has no acquisition behind it leaves the lock in an undefined state.
 */
public interface CatalogLock {

    /** The configuration name of this lock, one of {@link CatalogLocks#names()}. */
    String name();

    /**
     * Waits until the lock is held in shared mode.
     *
     * @throws IllegalStateException if the reader count of the state word would overflow, which only a corrupt word can
     *     bring about
     */
    void lockShared();

    /** Releases one shared hold. */
    void unlockShared();

    /** Takes a shared hold if that is possible without waiting; true if it did. */
    boolean tryLockShared();

    /**
     * Takes a shared hold if {@link #lockShared} would get it at once, too; true if it did. Unlike {@link #tryLockShared} it
     * never overtakes anybody behind whom that one would queue. False says nothing.
     */
    default boolean lockSharedAtOnce() {
        return tryLockShared();
    }

    /**
     * Waits at most {@code timeoutNanos} for a shared hold.
     *
     * @param timeoutNanos nanoseconds, greater than zero
     * @return true if the lock is held; false if the time passed
     * @throws IllegalArgumentException if {@code timeoutNanos} is not positive
     */
    boolean tryLockShared(long timeoutNanos);

    /** Waits until the lock is held in exclusive mode. */
    void lockExclusive();

    /** Releases the exclusive hold. */
    void unlockExclusive();

    /** Takes the exclusive hold if that is possible without waiting; true if it did. */
    boolean tryLockExclusive();

    /**
     * Waits at most {@code timeoutNanos} for the exclusive hold.
     *
     * @param timeoutNanos nanoseconds, greater than zero
     * @return true if the lock is held, which may happen shortly after the deadline; false if the time passed
     * @throws IllegalArgumentException if {@code timeoutNanos} is not positive
     */
    boolean tryLockExclusive(long timeoutNanos);

    /** The raw state word, read without taking the lock; empty for a lock that has none. See {@link LockWord}. */
    OptionalLong word();
}
