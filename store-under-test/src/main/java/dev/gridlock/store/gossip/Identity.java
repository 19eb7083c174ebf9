package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;

/**
 * What a node tells its peers of itself.
 *
 * @param actor the identity of its database
 * @param node its name
 * @param clusterId only nodes with the same id talk, 0 to 65535
 * @param address where peers can call it
 */
public record Identity(ActorId actor, String node, int clusterId, Endpoint address) {
    Frame.Hello hello(Frame.Purpose purpose) {
        return new Frame.Hello(actor, node, clusterId, address, purpose);
    }
}
