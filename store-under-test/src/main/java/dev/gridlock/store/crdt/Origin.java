package dev.gridlock.store.crdt;

import java.util.Comparator;

/**
 * Where a write came from: the actor, its transaction number ({@code db_version}, from 1) and the place of the change in that
 * transaction (from 0).
 */
public record Origin(ActorId actor, long version, long seq) implements Comparable<Origin> {
    private static final Comparator<Origin> ORDER = Comparator.comparing(Origin::actor)
            .thenComparingLong(Origin::version)
            .thenComparingLong(Origin::seq);

    @Override
    public int compareTo(Origin other) {
        return ORDER.compare(this, other);
    }
}
