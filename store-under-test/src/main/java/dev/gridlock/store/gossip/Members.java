package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.membership.MemberId;
import dev.gridlock.store.membership.RttRings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** The other nodes that are up, as the membership protocol tells, and how far away they are. Thread-safe. */
public final class Members {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ActorId, MemberId> up = new TreeMap<>();
    private final RttRings rings = new RttRings();
    private volatile List<MemberId> nearest = List.of();

    void add(MemberId member) {
        lock.lock();
        try {
            up.put(member.actor(), member);
            refresh();
        } finally {
            lock.unlock();
        }
    }

    void remove(MemberId member) {
        lock.lock();
        try {
            up.remove(member.actor(), member);
            refresh();
        } finally {
            lock.unlock();
        }
    }

    void roundTrip(ActorId actor, long nanos) {
        lock.lock();
        try {
            OptionalInt before = rings.ring(actor);
            int after = rings.sample(actor, nanos);
            if (before.isEmpty() || before.getAsInt() != after) {
                refresh();
            }
        } finally {
            lock.unlock();
        }
    }

    private void refresh() {
        nearest = up.values().stream()
                .filter(member -> rings.ring(member.actor()).orElse(RttRings.COUNT) == 0)
                .toList();
    }

    /** The members that are up, in the order of their actors. */
    public List<MemberId> up() {
        lock.lock();
        try {
            return new ArrayList<>(up.values());
        } finally {
            lock.unlock();
        }
    }

    /** How many are up. */
    public int count() {
        lock.lock();
        try {
            return up.size();
        } finally {
            lock.unlock();
        }
    }

    /** The ring of a member, 0 the nearest; farther than all rings as long as no round trip is known. */
    public int ring(ActorId actor) {
        lock.lock();
        try {
            return rings.ring(actor).orElse(RttRings.COUNT);
        } finally {
            lock.unlock();
        }
    }

    /** The members of the nearest ring, as of the last change. */
    List<MemberId> nearest() {
        return nearest;
    }

    /** The name of the node at an address, or the address. */
    String nameAt(Endpoint address) {
        lock.lock();
        try {
            return up.values().stream()
                    .filter(member -> member.address().equals(address))
                    .map(MemberId::node)
                    .findFirst()
                    .orElse(address.toString());
        } finally {
            lock.unlock();
        }
    }
}
