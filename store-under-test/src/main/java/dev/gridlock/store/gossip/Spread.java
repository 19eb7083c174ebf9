package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Change sets on their way, with the actors that have them or are about to. A receiver passes them on to others only, which
 * keeps a small cluster from sending everything to everybody many times. Immutable.
 */
record Spread(List<ChangeSet> sets, SortedSet<ActorId> reached) {
    Spread {
        sets = List.copyOf(sets);
        reached = Collections.unmodifiableSortedSet(new TreeSet<>(reached));
    }

    /** How many changes are in it. */
    int changes() {
        return sets.stream().mapToInt(set -> set.changes().size()).sum();
    }

    static List<ChangeSet> sets(List<Spread> spreads) {
        return spreads.stream().flatMap(spread -> spread.sets().stream()).toList();
    }
}
