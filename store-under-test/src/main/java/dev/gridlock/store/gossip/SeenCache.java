package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.SeqRange;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/**
 * The change sets that have arrived and are not yet part of the database. What is in here is refused as a duplicate, so whatever does
 * not become part of the database has to be forgotten. Not thread-safe.
 */
final class SeenCache {
    /** Corrosion's bounds: more than so many entries are cut down to the newest. */
    private static final int MOST = 20_000;

    private static final int KEPT = 2_000;

    private final SequencedSet<Key> keys = new LinkedHashSet<>();

    /** A part of a transaction. */
    record Key(ActorId actor, long version, SeqRange seqs) {
        static Key of(WireSet set) {
            return new Key(set.actor(), set.version(), set.seqs());
        }

        Key withActor(ActorId other) {
            return new Key(other, version, seqs);
        }
    }

    boolean contains(Key key) {
        return keys.contains(key);
    }

    void add(Key key) {
        keys.addLast(key);
        if (keys.size() > MOST) {
            Iterator<Key> oldest = keys.iterator();
            for (int i = MOST - KEPT; i >= 0; i--) {
                oldest.next();
                oldest.remove();
            }
        }
    }

    void forget(Key key) {
        keys.remove(key);
    }
}
