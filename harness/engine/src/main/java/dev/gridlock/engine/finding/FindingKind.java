package dev.gridlock.engine.finding;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kinds of finding that detectors report. Wire names are stable: scenarios and result files use them. */
public enum FindingKind {
    /** The lock's state word holds a value that no sequence of correct operations can leave: its top bits are set. */
    LOCK_WORD_CORRUPTION("lock-word-corruption", "the lock's state word is corrupt, so nobody can take the lock", true),
    /** Threads sleep for a lock that nobody holds and whose word is sound: the wakeup they wait for was skipped. */
    LOST_WAKEUP("lost-wakeup", "threads wait for a free lock and nobody will wake them", true),
    /** A hold of the lock was never given back: whoever took it has ended or gone on to other work. */
    LEAKED_GUARD("leaked-guard", "a hold of the lock was never given back", true),
    /** A thread that holds the lock waits for it, at once or by way of others. */
    DEADLOCK("deadlock", "threads wait for each other in a circle", true),
    /** A thread asks for the lock again and again, and gives up each time. */
    RETRY_LIVELOCK("retry-livelock", "a thread asks for the lock for ever and never gets it", true),
    /** Somebody stays inside the lock while others wait. */
    LONG_HOLDER("long-holder", "a thread stays inside the lock while others wait", true),
    /** Somebody waits for the lock while others who came later get it. */
    STARVATION("starvation", "a thread waits for the lock while others who came later get it", true),
    /** A watchdog's probe went unanswered although none of the kinds above explains it. */
    LOCK_STALL("lock-stall", "the catalog stopped answering and nothing says why", true),
    /** A node's own watchdog halted it (exit code 134). */
    WATCHDOG_RESTART("watchdog-restart", "the node's watchdog halted it", false),
    /** After the quiet time, nodes that should hold the same data do not, or an acknowledged update is gone. */
    DIVERGENCE("divergence", "nodes that should agree hold different data", false),
    /** An exception ended a thread of a node, or a node ended by itself with a code other than a watchdog's. */
    UNCAUGHT_EXCEPTION("uncaught-exception", "a thread or a whole node ended by an error it did not handle", false);

    private final String wireName;
    private final String meaning;
    private final boolean stall;

    FindingKind(String wireName, String meaning, boolean stall) {
        this.wireName = wireName;
        this.meaning = meaning;
        this.stall = stall;
    }

    /** The name used in scenario files, tables and result documents, for example {@code lost-wakeup}. */
    public String wireName() {
        return wireName;
    }

    /** What the kind means, as a clause without a capital or a full stop. */
    public String meaning() {
        return meaning;
    }

    /** Whether it says that a lock keeps threads from going on; the gravest kinds are declared first. */
    public boolean isStall() {
        return stall;
    }

    /** The kind with this wire name, compared exactly; empty when there is none. */
    public static Optional<FindingKind> byName(String wireName) {
        return Arrays.stream(values())
                .filter(kind -> kind.wireName.equals(wireName))
                .findFirst();
    }

    /** Every wire name, in the order of declaration. */
    public static List<String> wireNames() {
        return Arrays.stream(values()).map(FindingKind::wireName).toList();
    }

    @Override
    public String toString() {
        return wireName;
    }
}
