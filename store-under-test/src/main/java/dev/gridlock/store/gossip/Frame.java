package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import java.util.List;
import java.util.SortedMap;

/** One message between two nodes. */
sealed interface Frame {

    /** What a connection is for. */
    enum Purpose {
        /** The caller sends {@link Broadcast} frames and hears nothing back. */
        BROADCAST,
        /** The caller asks for what it misses. */
        SYNC
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
    record Refusal(String reason) implements Frame {}

    /** Change sets that the receiver may not have. */
    record Broadcast(List<Spread> spreads) implements Frame {}

    /** Everything that the called node has. */
    record Heads(SortedMap<ActorId, VersionSet> versions) implements Frame {}

    /** Versions that the caller misses. */
    record Request(SortedMap<ActorId, List<VersionRange>> wanted) implements Frame {}

    /**
     * Part of the answer to a request.
     *
     * @param sets change sets asked for
     * @param emptied versions asked for that have no changes left
     */
    record Answer(List<ChangeSet> sets, SortedMap<ActorId, List<VersionRange>> emptied) implements Frame {}

    /** End of the answer to a request. */
    record Done() implements Frame {}
}
