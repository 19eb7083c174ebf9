package dev.gridlock.proxy.lock;

/**
 * Everything {@link LockInvariants} needs to know of a {@link ParkingLotRwLock} at one instant.
 *
 * @param word the raw state word
 * @param mainQueue threads parked in the main queue
 * @param writerQueue threads parked in the writer queue
 * @param ghosts who holds the lock in truth
 * @param liveThreads upper bound of the number of holds: threads that use the lock, times the holds each may have at once
 * @param threadsInside threads inside a lock operation, the parked ones included
 */
public record LockSnapshot(
        long word, int mainQueue, int writerQueue, GhostCounts ghosts, int liveThreads, int threadsInside) {

    /**
     * The present state of a lock that keeps {@code ledger}. Takes no lock but the ledger's own; consistent only while no
     * thread is inside {@code lock} but parked or stopped before an access to the word.
     *
     * @param liveThreads see {@link #liveThreads()}
     */
    public static LockSnapshot of(ParkingLotRwLock lock, GhostLedger ledger, int liveThreads) {
        return new LockSnapshot(
                lock.rawWord(),
                lock.mainQueueLength(),
                lock.writerQueueLength(),
                ledger.counts(),
                liveThreads,
                ledger.threadsInside());
    }

    /** Whether nobody holds the lock and nobody is about to change that: all threads inside are parked. */
    public boolean isQuiescent() {
        return ghosts.isNobody() && threadsInside <= mainQueue + writerQueue;
    }
}
