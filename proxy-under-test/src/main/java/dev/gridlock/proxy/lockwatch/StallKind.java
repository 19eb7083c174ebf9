package dev.gridlock.proxy.lockwatch;

/** What a look at a lock shows, worst first. */
public enum StallKind {
    /** The state word counts more readers than there can be threads. */
    CORRUPT_WORD("corrupt-word"),
    /** A thread that holds the lock waits for it. */
    SELF_DEADLOCK("self-deadlock"),
    /** Threads sleep on a lock that nobody holds, and nobody is on the way to wake them. */
    WAITERS_WITHOUT_HOLDER("waiters-without-holder"),
    /** Somebody is inside, and others wait for that one. */
    HELD("held"),
    /** Nobody is inside, but one of those who wait is awake and about to go in or give up. */
    MOVING("moving"),
    /** Nobody waits. */
    FREE("free");

    private final String wire;

    StallKind(String wire) {
        this.wire = wire;
    }

    /** The name in events and snapshots. */
    public String wire() {
        return wire;
    }
}
