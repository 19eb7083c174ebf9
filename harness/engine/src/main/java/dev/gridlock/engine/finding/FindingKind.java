package dev.gridlock.engine.finding;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kinds of finding that detectors report. Wire names are stable: scenarios and result files use them. */
public enum FindingKind {
    /** The lock's state word holds a value that no sequence of correct operations can leave: its top bits are set. */
    LOCK_WORD_CORRUPTION("lock-word-corruption", "the lock's state word is corrupt, so nobody can take the lock"),
    /** A watchdog's probe went unanswered although neither a corrupt word nor a lost wakeup explains it. */
    LOCK_STALL("lock-stall", "the catalog stopped answering although its lock word looks sound"),
    /** Threads sleep for a lock that nobody holds and whose word is sound: the wakeup they wait for was skipped. */
    LOST_WAKEUP("lost-wakeup", "threads wait for a free lock and nobody will wake them"),
    /** A node's own watchdog halted it (exit code 134). */
    WATCHDOG_RESTART("watchdog-restart", "the node's watchdog halted it"),
    /** After the quiet time, nodes that should hold the same data do not, or an acknowledged update is gone. */
    DIVERGENCE("divergence", "nodes that should agree hold different data"),
    /** An exception ended a thread of a node, or a node ended by itself with a code other than a watchdog's. */
    UNCAUGHT_EXCEPTION("uncaught-exception", "a thread or a whole node ended by an error it did not handle");

    private final String wireName;
    private final String meaning;

    FindingKind(String wireName, String meaning) {
        this.wireName = wireName;
        this.meaning = meaning;
    }

    /** The name used in scenario files, tables and result documents, for example {@code lost-wakeup}. */
    public String wireName() {
        return wireName;
    }

    /** What the kind means, as a clause without a capital or a full stop. */
    public String meaning() {
        return meaning;
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
