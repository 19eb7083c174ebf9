package dev.gridlock.store.gossip;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Spreads fresh change sets. Thread-safe.
 *
 * <p>Works in rounds. A fresh change set waits up to the interval for others, then goes to {@code fanout} random peers; after
 * that it takes part in a few more rounds, each further away, and never goes to a peer twice. With many nodes not everybody is
 * reached by the origin: receivers do the same with what was new to them, except towards nodes that the sender says it has reached
 * itself. What is lost on the way is left to the catch-up.
 */
public final class Broadcaster {
    private final StoreConfig.Gossip config;
    private final int mostPending;
    private final Peers peers;
    private final GossipEvents events;
    private final Random random = new Random();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Entry> pending = new PriorityQueue<>();
    private long nextOrder;

    /** A change set on its way. */
    private static final class Entry implements Comparable<Entry> {
        private final ChangeSet set;
        private final SortedSet<ActorId> reached;
        private final long order;
        private long dueNanos;
        private int rounds;
        private boolean everybody;

        Entry(ChangeSet set, SortedSet<ActorId> reached, long order, long dueNanos) {
            this.set = set;
            this.reached = reached;
            this.order = order;
            this.dueNanos = dueNanos;
        }

        /** By due time; monotonic clocks may wrap, so they are compared by difference. */
        @Override
        public int compareTo(Entry other) {
            int byDue = Long.signum(dueNanos - other.dueNanos);
            return byDue != 0 ? byDue : Long.compare(order, other.order);
        }
    }

    /** A broadcaster to the given peers. */
    public Broadcaster(StoreConfig config, Peers peers, GossipEvents events) {
        this.config = config.gossip();
        this.mostPending = config.perf().processingQueueLen();
        this.peers = peers;
        this.events = events;
    }

    /**
     * Takes a change set on.
     *
     * @param reached actors that have it already
     */
    public void offer(ChangeSet set, Set<ActorId> reached) {
        ChangeSet shed = null;
        lock.lock();
        try {
            if (pending.size() >= mostPending) {
                Entry oldest = Collections.min(pending, (a, b) -> Long.compare(a.order, b.order));
                pending.remove(oldest);
                shed = oldest.set;
            }
            long dueNanos = System.nanoTime() + config.interval().toNanos();
            Entry entry = new Entry(set, new TreeSet<>(reached), nextOrder++, dueNanos);
            pending.add(entry);
            if (pending.peek() == entry) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
        if (shed != null) {
            events.shed(List.of(shed), "more than " + mostPending + " change sets waited to be sent");
        }
    }

    /** Runs rounds until interrupted. One thread runs this. */
    public void run() throws InterruptedException {
        while (true) {
            round(takeDue());
        }
    }

    /**
     * Sends what is pending at once, for the last time, and waits until it is written.
     *
     * @param patience longest wait
     */
    public void drain(Duration patience) throws InterruptedException {
        List<Entry> all = new ArrayList<>();
        lock.lockInterruptibly();
        try {
            while (!pending.isEmpty()) {
                all.add(pending.remove());
            }
        } finally {
            lock.unlock();
        }
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        round(all);
        for (Peer peer : peers.online()) {
            peer.awaitSent(deadlineNanos);
        }
    }

    private List<Entry> takeDue() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                Entry first = pending.peek();
                if (first == null) {
                    changed.await();
                    continue;
                }
                long wait = first.dueNanos - System.nanoTime();
                if (wait > 0) {
                    changed.awaitNanos(wait);
                    continue;
                }
                return takeUntil(System.nanoTime() + config.interval().toNanos());
            }
        } finally {
            lock.unlock();
        }
    }

    /** All that is due up to the given time: what would be due a moment later may as well go along. */
    private List<Entry> takeUntil(long nanos) {
        List<Entry> due = new ArrayList<>();
        Entry first = pending.peek();
        while (first != null && first.dueNanos - nanos <= 0) {
            due.add(pending.remove());
            first = pending.peek();
        }
        return due;
    }

    private void round(List<Entry> due) {
        List<Peer> online = peers.online();
        Collections.shuffle(online, random);
        Map<Peer, Map<SortedSet<ActorId>, List<ChangeSet>>> bundles = new LinkedHashMap<>();
        for (Entry entry : due) {
            List<Peer> chosen = choose(entry, online);
            SortedSet<ActorId> reached = new TreeSet<>(entry.reached);
            for (Peer peer : chosen) {
                bundles.computeIfAbsent(peer, p -> new LinkedHashMap<>())
                        .computeIfAbsent(reached, r -> new ArrayList<>())
                        .add(entry.set);
            }
            entry.rounds++;
        }
        bundles.forEach(this::handOver);
        requeue(due, online.size());
    }

    private void handOver(Peer peer, Map<SortedSet<ActorId>, List<ChangeSet>> bundle) {
        List<Spread> spreads = new ArrayList<>();
        bundle.forEach((reached, sets) -> spreads.add(new Spread(sets, reached)));
        if (!peer.offer(spreads)) {
            events.shed(Spread.sets(spreads), "peer " + peer.address() + " is too slow or gone");
        }
    }

    private List<Peer> choose(Entry entry, List<Peer> online) {
        List<Peer> chosen = new ArrayList<>();
        entry.everybody = true;
        for (Peer peer : online) {
            ActorId actor = peer.online().map(Peer.Known::actor).orElse(null);
            if (actor == null || entry.reached.contains(actor)) {
                continue;
            }
            if (chosen.size() == config.fanout()) {
                entry.everybody = false;
                break;
            }
            entry.reached.add(actor);
            chosen.add(peer);
        }
        return chosen;
    }

    private void requeue(List<Entry> due, int peersOnline) {
        int transmissions = config.maxTransmissions() > 0
                ? config.maxTransmissions()
                : Math.max(1, (int) (4 * Math.log10(peersOnline + 2.0)));
        long now = System.nanoTime();
        lock.lock();
        try {
            for (Entry entry : due) {
                if (entry.rounds < transmissions && !entry.everybody) {
                    entry.dueNanos = now + config.rebroadcastInterval().toNanos() * entry.rounds;
                    pending.add(entry);
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
