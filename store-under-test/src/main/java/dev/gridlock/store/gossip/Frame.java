package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.crdt.HybridTime;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.membership.Envelope;
import java.util.List;
import java.util.SortedMap;

/** One message between two nodes. */
sealed interface Frame {

    /** What a connection is for. */
    enum Purpose {
        /** The caller sends {@link Broadcast} frames and hears nothing back. */
        BROADCAST,
        /** The caller sends {@link Membership} frames and hears nothing back: answers come over a connection of their own. */
        MEMBERSHIP,
        /** The caller asks for what it misses. */
        SYNC;

        /** Their codes on the wire are their places here. */
        static final List<Purpose> BY_CODE = List.of(BROADCAST, MEMBERSHIP, SYNC);
    }

    /**
     * First frame of the caller.
     *
     * @param actor who calls
     * @param node its name
     * @param clusterId nodes of other clusters are refused
     * @param address where the caller can be called
     * @param purpose what the connection is for
     */
    record Hello(ActorId actor, String node, int clusterId, Endpoint address, Purpose purpose) implements Frame {}

    /** First frame of the called node, when it agrees. */
    record Welcome(ActorId actor, String node) implements Frame {}

    /** First and last frame of the called node, when it does not agree. */
    record Refusal(Reason reason, String text) implements Frame {}

    /** Why a node does not agree to talk. */
    enum Reason {
        DIFFERENT_CLUSTER,
        MAX_CONCURRENCY_REACHED;

        /** Their codes on the wire are their places here. */
        static final List<Reason> BY_CODE = List.of(DIFFERENT_CLUSTER, MAX_CONCURRENCY_REACHED);
    }

    /** Change sets that the receiver may not have. */
    record Broadcast(List<Spread> spreads) implements Frame {}

    /** A message of the membership protocol. */
    record Membership(Envelope envelope) implements Frame {}

    /** Everything that the called node has, and its clock. */
    record State(SortedMap<ActorId, ActorVersions> versions, HybridTime time) implements Frame {}

    /**
     * Transactions of one actor that the caller misses.
     *
     * @param full versions of which it has nothing
     * @param partial for other versions, the seqs that are missing
     */
    record Request(ActorId actor, List<VersionRange> full, SortedMap<Long, PartialVersion> partial) implements Frame {}

    /**
     * Part of the answer to a request.
     *
     * @param sets change sets asked for
     * @param emptied versions asked for that have no changes left
     */
    record Answer(List<WireSet> sets, SortedMap<ActorId, List<VersionRange>> emptied) implements Frame {}

    /** End of the answer to a request. */
    record Done() implements Frame {}
}
