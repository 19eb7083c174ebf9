package dev.gridlock.proxy.inflight;

/** How an operation wants a reader-writer lock. */
public enum LockMode {
    /** Together with other readers. */
    SHARED,
    /** Together with readers, and able to become exclusive. */
    UPGRADABLE,
    /** Alone. */
    EXCLUSIVE
}
