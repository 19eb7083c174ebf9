package dev.gridlock.proxy.lock;

import static dev.gridlock.proxy.lock.LockWord.PARKED;
import static dev.gridlock.proxy.lock.LockWord.READER;
import static dev.gridlock.proxy.lock.LockWord.READERS_MASK;
import static dev.gridlock.proxy.lock.LockWord.UPGRADABLE;
import static dev.gridlock.proxy.lock.LockWord.UPGRADABLE_READER;
import static dev.gridlock.proxy.lock.LockWord.WRITER;
import static dev.gridlock.proxy.lock.LockWord.WRITER_PARKED;

import java.util.OptionalLong;

/**
 * The reader-writer lock of the Rust crate parking_lot, in the states of its {@link RwLockVariant}s.
 *
 * <p>Three modes: shared, exclusive, and upgradable, which is shared with readers, exclusive to other upgradable holders,
 * and can be turned into exclusive without letting a writer in between. A waiting writer keeps new readers out. Most
 * unlocks let running threads barge in; now and then, as the {@link Fairness} of the parking table says, or on demand, one
 * hands the lock over to those it wakes.
 *
 * <p>Holds are not bound to threads and nothing is checked: an unlock, upgrade or downgrade without the hold it speaks of
 * breaks the lock. With a time limit, one deadline covers both waits of a writer, for the lock and for its readers.
 *
 * <p>Uncontended, every operation is a single atomic access. Source: parking_lot 0.12.3 and 0.12.5, raw_rwlock.rs; the
 * algorithm is retold, not copied.
 */
public final class ParkingLotRwLock implements UpgradableCatalogLock {

    private final RwLockCore core;

    /** A lock with the usual options, {@link RwLockOptions#of}. */
    public ParkingLotRwLock(RwLockVariant variant) {
        this(RwLockOptions.of(variant));
    }

    public ParkingLotRwLock(RwLockOptions options) {
        core = new RwLockCore(options);
    }

    @Override
    public String name() {
        return core.variant.lockName();
    }

    @Override
    public void lockShared() {
        acquireShared(AcquireMode.SHARED);
    }

    /**
     * Waits for a shared hold, but not behind a pending writer: for a thread that is a reader already.
     *
     * @throws IllegalStateException if the reader count would overflow, which a corrupt word brings about
     */
    public void lockSharedRecursive() {
        acquireShared(AcquireMode.SHARED_RECURSIVE);
    }

    private void acquireShared(AcquireMode mode) {
        // Guessing a free lock costs one access when right, and reads the word when wrong.
        long seen = core.word.compareAndExchange(0, READER);
        if (seen == 0) {
            core.moved(0, READER);
        } else {
            core.acquire(mode, seen, Deadlines.NONE);
        }
    }

    @Override
    public boolean tryLockShared() {
        return tryAcquire(AcquireMode.SHARED);
    }

    /**
     * Takes a shared hold without waiting, even past a pending writer.
     *
     * @throws IllegalStateException if the reader count would overflow
     */
    public boolean tryLockSharedRecursive() {
        return tryAcquire(AcquireMode.SHARED_RECURSIVE);
    }

    private boolean tryAcquire(AcquireMode mode) {
        long seen = core.word.compareAndExchange(0, mode.token);
        if (seen == 0) {
            core.moved(0, mode.token);
            return true;
        }
        return core.tryAcquire(mode, seen);
    }

    @Override
    public boolean tryLockShared(long timeoutNanos) {
        return tryAcquire(AcquireMode.SHARED, timeoutNanos);
    }

    /**
     * Waits at most {@code timeoutNanos} (more than zero) for a shared hold, but not behind a pending writer.
     *
     * @throws IllegalStateException if the reader count would overflow
     */
    public boolean tryLockSharedRecursive(long timeoutNanos) {
        return tryAcquire(AcquireMode.SHARED_RECURSIVE, timeoutNanos);
    }

    private boolean tryAcquire(AcquireMode mode, long timeoutNanos) {
        Deadlines.requirePositive(timeoutNanos);
        long seen = core.word.compareAndExchange(0, mode.token);
        if (seen == 0) {
            core.moved(0, mode.token);
            return true;
        }
        return core.acquire(mode, seen, Deadlines.after(timeoutNanos));
    }

    @Override
    public void unlockShared() {
        core.pauseAt(PausePoint.BEFORE_READER_LEAVES);
        long before = core.word.getAndAdd(-READER);
        core.moved(READER, 0);
        if ((before & (READERS_MASK | WRITER_PARKED)) == (READER | WRITER_PARKED)) {
            core.wakeWriter();
        }
    }

    @Override
    public void lockExclusive() {
        long seen = core.word.compareAndExchange(0, WRITER);
        if (seen == 0) {
            core.moved(0, WRITER);
            core.owned();
        } else {
            core.acquire(AcquireMode.EXCLUSIVE, seen, Deadlines.NONE);
        }
    }

    /** Takes the exclusive hold if the word is zero: not even threads waiting for a free lock may be about. */
    @Override
    public boolean tryLockExclusive() {
        if (!core.word.compareAndSet(0, WRITER)) {
            return false;
        }
        core.moved(0, WRITER);
        core.owned();
        return true;
    }

    @Override
    public boolean tryLockExclusive(long timeoutNanos) {
        Deadlines.requirePositive(timeoutNanos);
        long seen = core.word.compareAndExchange(0, WRITER);
        if (seen == 0) {
            core.moved(0, WRITER);
            core.owned();
            return true;
        }
        return core.acquire(AcquireMode.EXCLUSIVE, seen, Deadlines.after(timeoutNanos));
    }

    @Override
    public void unlockExclusive() {
        releaseExclusive(false);
    }

    /** Releases the exclusive hold and hands the lock to those waiting first, so that nobody barges in. */
    public void unlockExclusiveFair() {
        releaseExclusive(true);
    }

    private void releaseExclusive(boolean fair) {
        if (core.word.compareAndSet(WRITER, 0)) {
            core.disowned(0);
        } else {
            core.releaseExclusive(fair);
        }
    }

    @Override
    public void lockUpgradable() {
        long seen = core.word.compareAndExchange(0, UPGRADABLE_READER);
        if (seen == 0) {
            core.moved(0, UPGRADABLE_READER);
        } else {
            core.acquire(AcquireMode.UPGRADABLE, seen, Deadlines.NONE);
        }
    }

    /** Takes the upgradable hold if that is possible without waiting. */
    public boolean tryLockUpgradable() {
        return tryAcquire(AcquireMode.UPGRADABLE);
    }

    @Override
    public boolean tryLockUpgradable(long timeoutNanos) {
        return tryAcquire(AcquireMode.UPGRADABLE, timeoutNanos);
    }

    @Override
    public void unlockUpgradable() {
        releaseUpgradable(false);
    }

    /** Releases the upgradable hold and hands the lock to those waiting first. */
    public void unlockUpgradableFair() {
        releaseUpgradable(true);
    }

    private void releaseUpgradable(boolean fair) {
        long seen = core.word.compareAndExchange(UPGRADABLE_READER, 0);
        if (seen == UPGRADABLE_READER) {
            core.moved(UPGRADABLE_READER, 0);
        } else {
            core.releaseUpgradable(seen, fair);
        }
    }

    @Override
    public void upgrade() {
        long s = becomePending();
        core.awaitReaders(s, UPGRADABLE_READER, Deadlines.NONE);
    }

    @Override
    public boolean tryUpgrade(long timeoutNanos) {
        Deadlines.requirePositive(timeoutNanos);
        long s = becomePending();
        long deadlineNanos = (s & READERS_MASK) == 0 ? Deadlines.NONE : Deadlines.after(timeoutNanos);
        return core.awaitReaders(s, UPGRADABLE_READER, deadlineNanos);
    }

    private long becomePending() {
        long s = core.word.addAndGet(WRITER - UPGRADABLE_READER);
        core.moved(UPGRADABLE_READER, WRITER);
        return s;
    }

    /** Turns the caller's upgradable hold into the exclusive one if there are no other readers. */
    public boolean tryUpgrade() {
        long s = UPGRADABLE_READER;
        while ((s & READERS_MASK) == READER) {
            long witness = core.word.compareAndExchange(s, s + WRITER - UPGRADABLE_READER);
            if (witness == s) {
                core.moved(UPGRADABLE_READER, WRITER);
                core.owned();
                return true;
            }
            s = witness;
        }
        return false;
    }

    /** Turns the caller's exclusive hold into a shared one, and lets waiting readers join. */
    public void downgrade() {
        relinquish(READER);
    }

    /** Turns the caller's exclusive hold into the upgradable one, and lets waiting readers join. */
    public void downgradeToUpgradable() {
        relinquish(UPGRADABLE_READER);
    }

    private void relinquish(long hold) {
        long before = core.word.getAndAdd(hold - WRITER);
        core.disowned(hold);
        if ((before & PARKED) != 0) {
            core.wakeCompatible(hold);
        }
    }

    /** Turns the caller's upgradable hold into a shared one. */
    public void downgradeUpgradable() {
        long before = core.word.getAndAdd(-UPGRADABLE);
        core.moved(UPGRADABLE_READER, READER);
        if ((before & PARKED) != 0) {
            core.wakeCompatible(READER);
        }
    }

    /** Whether anybody holds the lock, or a writer is pending; out of date as soon as it is known. */
    public boolean isLocked() {
        return (core.word.get() & (READERS_MASK | WRITER)) != 0;
    }

    /** Whether a writer owns the lock or is pending; out of date as soon as it is known. */
    public boolean isLockedExclusive() {
        return (core.word.get() & WRITER) != 0;
    }

    @Override
    public OptionalLong word() {
        return OptionalLong.of(core.word.get());
    }

    /** The same as {@link #word()} without the wrapping. */
    long rawWord() {
        return core.word.get();
    }

    /**
     * The number of threads parked in the main queue, read without any lock: exact while no other thread runs, otherwise
     * an approximation.
     */
    public int mainQueueLength() {
        return core.mainQueueLength();
    }

    /** The number of pending writers parked, at most 1 in a sound lock; exact under the same condition. */
    public int writerQueueLength() {
        return core.writerQueueLength();
    }

    @Override
    public String toString() {
        return name() + " " + new LockWord(core.word.get());
    }
}
