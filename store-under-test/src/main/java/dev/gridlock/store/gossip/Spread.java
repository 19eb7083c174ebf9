package dev.gridlock.store.gossip;

import java.util.List;

/**
 * Change sets on their way, with the actors that have them or are about to. A receiver passes them on to others only, which
 * keeps a small cluster from sending everything to everybody many times. Immutable.
 */
record Spread(List<WireSet> sets, ActorSet reached) {
    Spread {
        sets = List.copyOf(sets);
    }

    /** How many bytes the sets take in a frame. */
    long size() {
        return sets.stream().mapToLong(WireSet::size).sum();
    }
}
