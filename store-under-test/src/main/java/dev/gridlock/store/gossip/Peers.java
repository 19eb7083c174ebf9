package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.lifecycle.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The peers of this node: the bootstrap list, and whoever called. Thread-safe.
 *
 * <p>A node that called is called back at the address it gave, so that a chain of bootstrap entries becomes a mesh.
 */
public final class Peers {
    private final Identity self;
    private final StoreConfig config;
    private final Workers workers;
    private final GossipEvents events;
    private final Consumer<String> notices;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Peer> byAddress = new TreeMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private boolean closed;

    /** Peers of the given node; none is called before {@link #start}. */
    public Peers(Identity self, StoreConfig config, Workers workers, GossipEvents events, Consumer<String> notices) {
        this.self = self;
        this.config = config;
        this.workers = workers;
        this.events = events;
        this.notices = notices;
    }

    /** Calls the bootstrap peers. */
    public void start() {
        config.gossip().bootstrap().forEach(this::add);
    }

    void add(Endpoint address) {
        lock.lock();
        try {
            if (closed || address.equals(self.address()) || byAddress.containsKey(address.toString())) {
                return;
            }
            Peer peer = new Peer(address, self, config, events, notices);
            byAddress.put(address.toString(), peer);
            threads.add(workers.start("peer-" + address, peer::run));
        } finally {
            lock.unlock();
        }
    }

    /** Peers that are connected, one for each actor, in the order of their addresses. */
    List<Peer> online() {
        List<Peer> online = new ArrayList<>();
        Set<ActorId> actors = new HashSet<>();
        for (Peer peer : all()) {
            Optional<Peer.Known> known = peer.online();
            if (known.isPresent() && actors.add(known.get().actor())) {
                online.add(peer);
            }
        }
        return online;
    }

    private List<Peer> all() {
        lock.lock();
        try {
            return List.copyOf(byAddress.values());
        } finally {
            lock.unlock();
        }
    }

    /** Ends all connections. */
    public void close() throws IOException {
        List<Peer> peers;
        lock.lock();
        try {
            closed = true;
            threads.forEach(Thread::interrupt);
            peers = List.copyOf(byAddress.values());
        } finally {
            lock.unlock();
        }
        for (Peer peer : peers) {
            peer.close();
        }
    }
}
