package dev.gridlock.proxy.lock;

/**
 * Who holds a lock in truth, whatever its word says. A hold handed over to a thread counts from the hand-over on.
 *
 * @param shared shared holds, upgradable ones not included
 * @param upgradable upgradable holds
 * @param writers threads that own the lock exclusively, wait for its readers to leave, or are giving that up
 * @param owners those of the writers that own it
 */
public record GhostCounts(int shared, int upgradable, int writers, int owners) {

    /** Nobody. */
    public static final GhostCounts NONE = new GhostCounts(0, 0, 0, 0);

    /** Whether nobody holds the lock in any mode; a pending writer does not hold it. */
    public boolean isNobody() {
        return shared == 0 && upgradable == 0 && owners == 0;
    }
}
