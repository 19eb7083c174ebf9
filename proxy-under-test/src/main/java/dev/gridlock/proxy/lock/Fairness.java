package dev.gridlock.proxy.lock;

/** When a {@link ParkingTable} asks an unlocking thread to hand the lock over instead of letting others barge in. */
public enum Fairness {
    /** Never, as on platforms without a clock. An explicit fair unlock still hands over. */
    NEVER,
    /** Per bucket, at the first wake-up after a random interval of less than a millisecond: what parking_lot does. */
    TIMED,
    /** At every wake-up. */
    ALWAYS
}
