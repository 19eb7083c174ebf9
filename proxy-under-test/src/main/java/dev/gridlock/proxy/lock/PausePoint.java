package dev.gridlock.proxy.lock;

/**
 * Places in {@link ParkingLotRwLock} at which a {@link PauseHook} may hold a thread up, so that an interleaving can be
 * played through on real threads. No internal lock is held at any of them. {@link WriterPreferringRwLock} has one of them,
 * {@link #AFTER_KEY0_DEADLINE_BEFORE_DEQUEUE}.
 */
public enum PausePoint {
    /** A writer or upgrader has set WRITER, found readers, and is about to wait for them. */
    AFTER_WRITER_SET_BEFORE_WAITING_FOR_READERS,
    /** A thread that cannot get in has set PARKED and is about to queue itself in the main queue. */
    AFTER_PARKED_SET_BEFORE_KEY0_PARK,
    /** The pending writer has set WRITER_PARKED and is about to queue itself in the writer queue. */
    AFTER_WRITER_PARKED_SET_BEFORE_KEY1_PARK,
    /** The last reader has left the count and is about to look for the pending writer in its queue. */
    AFTER_FETCH_SUB_BEFORE_UNPARK_ONE,
    /** The deadline of a thread in the main queue has passed; it has yet to remove itself. */
    AFTER_KEY0_DEADLINE_BEFORE_DEQUEUE,
    /** The deadline of the pending writer has passed; it has yet to remove itself from the writer queue. */
    AFTER_KEY1_DEADLINE_BEFORE_DEQUEUE,
    /** The pending writer has removed itself from the writer queue; the word still carries its WRITER bit. */
    AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK
}
