package dev.gridlock.proxy.lock;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Places in {@link ParkingLotRwLock} at which a {@link PauseHook} may hold a thread up, so that an interleaving can be
 * played through on real threads. No internal lock is held at any of them. {@link WriterPreferringRwLock} has one of them,
 * {@link #AFTER_KEY0_DEADLINE_BEFORE_DEQUEUE}.
 */
public enum PausePoint {
    /** A reader is about to leave the count; to pause here is to read for longer. */
    BEFORE_READER_LEAVES,
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
    AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK;

    /** The name in configurations: {@code before-reader-leaves}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The point of that name. */
    public static Optional<PausePoint> of(String key) {
        return Arrays.stream(values()).filter(point -> point.key().equals(key)).findFirst();
    }

    /** All names, in the order of the points. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(PausePoint::key).toList();
    }
}
