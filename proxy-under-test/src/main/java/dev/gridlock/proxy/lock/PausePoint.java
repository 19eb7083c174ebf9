package dev.gridlock.proxy.lock;

/**
 * Places in {@link ParkingLotRwLock} at which a {@link PauseHook} may hold a thread up, so that an interleaving can be
 * played through on real threads. No internal lock is held at any of them.
 */
public enum PausePoint {
    /** A writer or upgrader has set WRITER, found readers, and is about to wait for them. */
    AFTER_WRITER_SET_BEFORE_WAITING_FOR_READERS,
    /** The last reader has left the count and is about to look for the pending writer in its queue. */
    AFTER_FETCH_SUB_BEFORE_UNPARK_ONE,
    /** The deadline of a thread in the main queue has passed; it has yet to remove itself. */
    AFTER_KEY0_DEADLINE_BEFORE_DEQUEUE,
    /** The deadline of the pending writer has passed; it has yet to remove itself from the writer queue. */
    AFTER_KEY1_DEADLINE_BEFORE_DEQUEUE,
    /** The pending writer has removed itself from the writer queue; the word still carries its WRITER bit. */
    AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK
}
