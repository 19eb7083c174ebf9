package dev.gridlock.proxy.lock;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link ParkingLotRwLock} is made of.
 *
 * @param variant which faults it has
 * @param parkingTable where its waiters sleep; may be shared with other locks
 * @param spinTries how often a thread looks again before it goes to sleep: 0 for never, 10 as parking_lot does. Spinning
 *     changes no outcome that is possible, only how likely it is
 * @param pauseHook called at every {@link PausePoint}, or null
 * @param ledger told of every change of hands, or null
 */
public record RwLockOptions(
        RwLockVariant variant,
        ParkingTable parkingTable,
        int spinTries,
        @Nullable PauseHook pauseHook,
        @Nullable GhostLedger ledger) {

    /** @throws IllegalArgumentException if {@code spinTries} is not within 0 to 10 */
    public RwLockOptions {
        if (spinTries < 0 || spinTries > SpinWait.TRIES_MAX) {
            throw new IllegalArgumentException(
                    "The number of spin tries is " + spinTries + ", expected 0 to " + SpinWait.TRIES_MAX + ".");
        }
    }

    /** As parking_lot does it: ten spin tries, timed fairness, and a parking table of the lock's own. */
    public static RwLockOptions of(RwLockVariant variant) {
        return new RwLockOptions(
                variant, ParkingTable.forThreads(1, Fairness.TIMED, 0), SpinWait.TRIES_MAX, null, null);
    }

    /** The same with another parking table. */
    public RwLockOptions withParkingTable(ParkingTable table) {
        return new RwLockOptions(variant, table, spinTries, pauseHook, ledger);
    }

    /** The same with another number of spin tries, 0 to 10. */
    public RwLockOptions withSpinTries(int tries) {
        return new RwLockOptions(variant, parkingTable, tries, pauseHook, ledger);
    }

    /** The same with a pause hook. */
    public RwLockOptions withPauseHook(PauseHook hook) {
        return new RwLockOptions(variant, parkingTable, spinTries, hook, ledger);
    }

    /** The same with a ledger. */
    public RwLockOptions withLedger(GhostLedger newLedger) {
        return new RwLockOptions(variant, parkingTable, spinTries, pauseHook, newLedger);
    }
}
