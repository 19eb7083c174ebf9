package dev.gridlock.proxy.lock;

/** The rules of {@link LockInvariants}: I at any instant, Q while nobody holds the lock and nobody is about to. */
public enum LockRule {
    /** The reader count is the number of shared and upgradable holds. */
    I1,
    /** UPGRADABLE is set if and only if there is exactly one upgradable hold. */
    I2,
    /** WRITER is set if and only if exactly one thread owns the lock, is pending, or is giving that up. */
    I3,
    /** UPGRADABLE and WRITER are not both set. */
    I4,
    /** PARKED is set if the main queue is not empty. */
    I5,
    /** WRITER_PARKED is set if the writer queue is not empty, and at most one thread is in it. */
    I6,
    /** While a writer owns the lock there is no other hold. */
    I7,
    /** The reader count is at most what the live threads can hold. */
    I8,
    /** The word is zero. */
    Q1,
    /** Both queues are empty. */
    Q2,
    /** The main queue is empty; otherwise a wake-up was lost. */
    Q3,
    /** Neither WRITER nor a reader is in the word; otherwise it is corrupt, or a hold was leaked. */
    Q4
}
