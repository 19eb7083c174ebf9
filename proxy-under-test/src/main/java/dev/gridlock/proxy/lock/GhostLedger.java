package dev.gridlock.proxy.lock;

import java.util.function.BooleanSupplier;

/**
 * The book of who holds a {@link ParkingLotRwLock}, kept beside its word.
 *
 * <p>A lock made {@linkplain RwLockOptions#withLedger with a ledger} enters each change of hands right after the access to
 * the word that brings it about. Where threads switch only before accesses to the word, as in a schedule-exploring
 * simulator, book and word therefore agree after every step; on free-running threads they agree whenever no thread is
 * between the two. Operations that go through {@link #during(Runnable)} are counted as long as they last.
 *
 * <p>Thread-safe. One ledger belongs to one lock.
 */
public final class GhostLedger {

    private int shared;
    private int upgradable;
    private int writers;
    private int owners;
    private int threadsInside;

    /** Runs a lock operation and counts its thread as inside meanwhile. */
    public void during(Runnable operation) {
        enter();
        try {
            operation.run();
        } finally {
            leave();
        }
    }

    /** Runs a lock operation with a result and counts its thread as inside meanwhile. */
    public boolean during(BooleanSupplier operation) {
        enter();
        try {
            return operation.getAsBoolean();
        } finally {
            leave();
        }
    }

    /** What the lock should look like now. */
    public synchronized GhostCounts counts() {
        return new GhostCounts(shared, upgradable, writers, owners);
    }

    /** Threads inside an operation, parked ones included. */
    public synchronized int threadsInside() {
        return threadsInside;
    }

    private synchronized void enter() {
        threadsInside++;
    }

    private synchronized void leave() {
        threadsInside--;
    }

    /** Holds {@code taken} became holds {@code given}, both in the units of the word. */
    synchronized void moved(long taken, long given) {
        add(taken, -1);
        add(given, 1);
    }

    /** A pending writer became the owner. */
    synchronized void owned() {
        owners++;
    }

    /** The owner's hold became holds {@code given}. */
    synchronized void disowned(long given) {
        owners--;
        add(LockWord.WRITER, -1);
        add(given, 1);
    }

    private void add(long holds, int sign) {
        int upgradables = (holds & LockWord.UPGRADABLE) != 0 ? 1 : 0;
        shared += sign * ((int) (holds >>> 4) - upgradables);
        upgradable += sign * upgradables;
        if ((holds & LockWord.WRITER) != 0) {
            writers += sign;
        }
    }
}
