package dev.gridlock.engine.check.transactions;

import java.util.List;

/**
 * Something that no execution of transactions one after another shows.
 *
 * @param transactions ids of those that took part
 * @param cycle the dependencies that lead from the first transaction around to itself; empty for kinds that need none
 * @param explanation one sentence
 */
public record Anomaly(Kind kind, List<String> transactions, List<Dependency> cycle, String explanation) {

    /** Kinds, the gravest first; the first level that rules a kind out rules out those before it, too. */
    public enum Kind {
        /** A value was read that nobody wrote. */
        GARBAGE_READ("garbage-read", "any"),
        /** One element stood twice in a list to which it was appended once. */
        DUPLICATE_ELEMENT("duplicate-element", "any"),
        /** Two reads of a list that only grows do not fit together. */
        INCOMPATIBLE_ORDER("incompatible-order", "any"),
        /** A transaction did not see what it had itself written or read. */
        INTERNAL("internal", "any"),
        /** Writes of two transactions are in different orders on different keys. */
        G0("G0", "read uncommitted"),
        /** A value was read whose transaction failed. */
        G1A("G1a", "read committed"),
        /** A value was read that its transaction overwrote before it ended. */
        G1B("G1b", "read committed"),
        /** Transactions saw each other's writes in a circle. */
        G1C("G1c", "read committed"),
        /** Two transactions wrote over the same version, so one of them never saw the other's write. */
        LOST_UPDATE("lost-update", "snapshot isolation"),
        /** A transaction saw some of another's effects and missed others. */
        G_SINGLE("G-single", "snapshot isolation"),
        /** Transactions missed each other's writes in a circle: write skew. */
        G2_ITEM("G2-item", "serializable");

        private final String notation;
        private final String ruledOutBy;

        Kind(String notation, String ruledOutBy) {
            this.notation = notation;
            this.ruledOutBy = ruledOutBy;
        }

        /** Adya's name where he has one. */
        public String notation() {
            return notation;
        }

        /** The weakest of the common isolation levels that rules it out; {@code any} for what no database may show. */
        public String ruledOutBy() {
            return ruledOutBy;
        }
    }

    /** Copies the lists. */
    public Anomaly {
        transactions = List.copyOf(transactions);
        cycle = List.copyOf(cycle);
    }
}
