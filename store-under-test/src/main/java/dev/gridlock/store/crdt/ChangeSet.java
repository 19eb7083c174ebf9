package dev.gridlock.store.crdt;

import java.util.List;

/**
 * The changes of one transaction that still stand, in the order of their seq. Applied as a whole.
 *
 * @param actor who committed it
 * @param node the name of the committing node, for people and event streams; no rule depends on it
 * @param version the actor's transaction number, from 1
 * @param changes never empty; later transactions may have overwritten some, so seqs can have holes
 */
public record ChangeSet(ActorId actor, String node, long version, List<Change> changes) {
    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException when the version is below 1 or there are no changes
     */
    public ChangeSet {
        changes = List.copyOf(changes);
        if (version < 1 || changes.isEmpty()) {
            throw new IllegalArgumentException("found version " + version + " with " + changes.size() + " changes from "
                    + actor + ", expected a version of at least 1 and some changes");
        }
    }

    /** The coordinates of one of the changes. */
    public Origin origin(Change change) {
        return new Origin(actor, version, change.seq());
    }
}
