package dev.gridlock.store.membership;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import java.util.Comparator;

/**
 * One life of one node. Two identities contend when they claim the same actor or the same address; then the one born later stands and
 * the other is history. The order is total and the same at every node, so all of them pick the same winner.
 *
 * @param actor the node's database
 * @param node its name, for people
 * @param address where it takes gossip
 * @param clusterId 0 to 65535; nodes of different clusters do not hear each other
 * @param bornAtMillis wall clock of the start, or of the renewal after having been declared down
 */
public record MemberId(ActorId actor, String node, Endpoint address, int clusterId, long bornAtMillis)
        implements Comparable<MemberId> {
    private static final Comparator<MemberId> ORDER = Comparator.comparingLong(MemberId::bornAtMillis)
            .thenComparing(MemberId::actor)
            .thenComparing((MemberId id) -> id.address().host())
            .thenComparingInt(id -> id.address().port())
            .thenComparingInt(MemberId::clusterId)
            .thenComparing(MemberId::node);

    /** @throws IllegalArgumentException when the cluster id is out of range */
    public MemberId {
        if (clusterId < 0 || clusterId > 0xFFFF) {
            throw new IllegalArgumentException("found cluster id " + clusterId + ", expected 0 to 65535");
        }
    }

    /** Whether only one of the two can be in the cluster. */
    public boolean contendsWith(MemberId other) {
        return actor.equals(other.actor) || address.equals(other.address);
    }

    /** Whether this identity drives out the other one. */
    public boolean supersedes(MemberId other) {
        return contendsWith(other) && compareTo(other) > 0;
    }

    /** The same node, born at another time. */
    public MemberId bornAt(long otherMillis) {
        return new MemberId(actor, node, address, clusterId, otherMillis);
    }

    @Override
    public int compareTo(MemberId other) {
        return ORDER.compare(this, other);
    }
}
