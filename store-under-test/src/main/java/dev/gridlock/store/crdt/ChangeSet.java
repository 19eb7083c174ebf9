package dev.gridlock.store.crdt;

import java.util.List;

/**
 * A transaction as it travels between nodes, or a part of it. What a node applies, it applies as a whole; parts wait until all are
 * there.
 *
 * @param actor who committed it
 * @param node the name of the committing node, for people and event streams; no rule depends on it
 * @param version the actor's transaction number, from 1
 * @param seqs the part of the transaction that this is
 * @param lastSeq the seq of the transaction's last change; less than it once was, when later transactions have overwritten the end
 * @param time when it was committed, by the committing node's clock; {@link #UNKNOWN_TIME} when it was read back later
 * @param changes in the order of their seq; later transactions may have overwritten some, so there can be holes, even nothing at all
 *     in a part
 */
public record ChangeSet(
        ActorId actor, String node, long version, SeqRange seqs, long lastSeq, HybridTime time, List<Change> changes) {
    /** The time of a change set whose sender does not remember it. */
    public static final HybridTime UNKNOWN_TIME = new HybridTime(0);

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException when the version is below 1, the part lies outside the transaction, a change lies outside the
     *     part, or a whole transaction has no changes
     */
    public ChangeSet {
        changes = List.copyOf(changes);
        if (version < 1 || seqs.end() > lastSeq || (changes.isEmpty() && seqs.start() == 0 && seqs.end() == lastSeq)) {
            throw new IllegalArgumentException("found version " + version + " with " + changes.size()
                    + " changes as seqs " + seqs.start() + ".." + seqs.end() + " of 0.." + lastSeq + " from " + actor
                    + ", expected a version of at least 1, seqs within the transaction, and some changes");
        }
        for (Change change : changes) {
            if (!seqs.contains(change.seq())) {
                throw new IllegalArgumentException(
                        "found seq " + change.seq() + " in the part " + seqs.start() + ".." + seqs.end()
                                + " of version " + version + " from " + actor + ", expected a seq within the part");
            }
        }
    }

    /** A whole transaction, whose last change is the last of the list. */
    public static ChangeSet whole(ActorId actor, String node, long version, HybridTime time, List<Change> changes) {
        long last = changes.isEmpty() ? 0 : changes.getLast().seq();
        return new ChangeSet(actor, node, version, new SeqRange(0, last), last, time, changes);
    }

    /** Whether nothing of the transaction is outside this part. */
    public boolean isWhole() {
        return seqs.start() == 0 && seqs.end() == lastSeq;
    }

    /** The coordinates of one of the changes. */
    public Origin origin(Change change) {
        return new Origin(actor, version, change.seq());
    }
}
