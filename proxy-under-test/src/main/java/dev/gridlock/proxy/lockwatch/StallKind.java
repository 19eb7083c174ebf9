package dev.gridlock.proxy.lockwatch;

/** What looks at a lock show; what explains most comes first. */
public enum StallKind {
    /** The state word counts more readers than there can be threads. */
    CORRUPT_WORD("corrupt-word", true),
    /** Threads sleep on a lock that nobody holds, and nobody is on the way to wake them. */
    LOST_WAKEUP("lost-wakeup", true),
    /** The lock is held, but whoever took it has ended or gone on to other work. */
    LEAKED_GUARD("leaked-guard", true),
    /** A thread that holds the lock waits for it, at once or by way of another thread. */
    DEADLOCK("deadlock", true),
    /** A thread asks again and again and gives up each time. */
    RETRY_LIVELOCK("retry-livelock", true),
    /** Somebody stays inside while others wait. */
    LONG_HOLDER("long-holder", true),
    /** Somebody waits while others who came later get in. */
    STARVATION("starvation", true),
    /** Somebody is inside, and others wait for that one, not for long yet. */
    HELD("held", false),
    /** Nobody is inside, but one of those who wait is awake and about to go in or give up. */
    MOVING("moving", false),
    /** Nobody waits. */
    FREE("free", false);

    private final String wire;
    private final boolean stall;

    StallKind(String wire, boolean stall) {
        this.wire = wire;
        this.stall = stall;
    }

    /** The name in events and snapshots. */
    public String wire() {
        return wire;
    }

    /** Whether something is wrong. */
    public boolean isStall() {
        return stall;
    }
}
