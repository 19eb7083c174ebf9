package dev.gridlock.proxy.lock;

import java.util.Arrays;
import java.util.Optional;

/**
 * The states of parking_lot's reader-writer lock around the two fixes of its pull request 466.
 *
 * <p>They differ in three spots, all on the path of a pending writer (or upgrader) whose deadline passes while it waits for
 * the readers to leave:
 *
 * <ul>
 *   <li>A, the timed-out callback that runs under the lock of the writer queue's bucket: clear WRITER_PARKED there, or not;
 *   <li>B, the amount by which the word is rolled back: WRITER alone, or WRITER and WRITER_PARKED;
 *   <li>C, what the wake of the main queue assumes to be held already: an upgradable reader always, or what the thread
 *       held before.
 * </ul>
 *
 * <p>Without A, B subtracts a WRITER_PARKED that a last reader may have cleared in between, and the word wraps below zero.
 * Without C, the wake skips every parked writer, and one that was parked behind the pending writer is never woken.
 */
public enum RwLockVariant {
    /** Versions 0.8.0 to 0.12.3: both faults. */
    V0_12_3("parking-lot-0.12.3", false, LockWord.WRITER | LockWord.WRITER_PARKED, false),
    /** The first commit of the fix only: the word stays sound, wake-ups are still lost. */
    V0_12_3_PR466A("parking-lot-0.12.3+pr466a", true, LockWord.WRITER, false),
    /** Versions 0.12.4 and 0.12.5: both fixes. */
    V0_12_5("parking-lot-0.12.5", true, LockWord.WRITER, true);

    private final String lockName;
    private final boolean clearsWriterParkedOnTimeout;
    private final long rolledBack;
    private final boolean wakesFromPreviousHold;

    RwLockVariant(
            String lockName, boolean clearsWriterParkedOnTimeout, long rolledBack, boolean wakesFromPreviousHold) {
        this.lockName = lockName;
        this.clearsWriterParkedOnTimeout = clearsWriterParkedOnTimeout;
        this.rolledBack = rolledBack;
        this.wakesFromPreviousHold = wakesFromPreviousHold;
    }

    /** The configuration name. */
    public String lockName() {
        return lockName;
    }

    /** The variant with that configuration name. */
    public static Optional<RwLockVariant> find(String lockName) {
        return Arrays.stream(values()).filter(v -> v.lockName.equals(lockName)).findFirst();
    }

    /** Spot A. */
    boolean clearsWriterParkedOnTimeout() {
        return clearsWriterParkedOnTimeout;
    }

    /** Spot B: what to add to the word to get from pending writer back to {@code previousHold}; wraps. */
    long rollbackDelta(long previousHold) {
        return previousHold - rolledBack;
    }

    /** Spot C: what the wake after a rollback to {@code previousHold} takes as held already. */
    long wakeStart(long previousHold) {
        return wakesFromPreviousHold ? previousHold : LockWord.UPGRADABLE_READER;
    }
}
