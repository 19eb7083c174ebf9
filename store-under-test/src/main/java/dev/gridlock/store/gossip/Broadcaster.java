package dev.gridlock.store.gossip;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeChunks;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.membership.MemberId;
import dev.gridlock.store.metrics.StoreMetrics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Spreads fresh change sets, as Corrosion does. Thread-safe.
 *
 * <p>Members of the nearest ring are told of a local commit at once. For the others fresh change sets wait up to the interval, or until
 * there are enough of them, then go to a few random members; after that they take part in some more rounds, each further away, and
 * never go to a member twice. With many nodes not everybody is reached by the origin: receivers do the same with what was new to them,
 * except towards nodes that the sender says it has reached itself. A budget of bytes a second holds for all that is sent. What is lost
 * on the way is left to the catch-up.
 */
public final class Broadcaster {
    /** Bytes of fresh change sets that end the collecting early. */
    private static final long ENOUGH_BYTES = 64 << 10;
    /** Bytes of change sets after which a frame is full, so that a large transaction travels in many frames (Corrosion's buffer). */
    private static final long FRAME_BYTES = 64 << 10;
    /** How much longer the pauses are after a round that ran into the rate limit. */
    private static final int SLOWER_WHEN_LIMITED = 5;

    private final StoreConfig.Gossip config;
    private final int mostPending;
    private final ActorId self;
    private final GossipRules rules;
    private final Members members;
    private final Transport transport;
    private final GossipEvents events;
    private final StoreMetrics metrics;
    private final Random random = new Random();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final SortedSet<Entry> byDue = new TreeSet<>();
    private final SortedSet<Entry> byShedding =
            new TreeSet<>(Comparator.comparingInt((Entry e) -> -e.rounds).thenComparingLong(e -> e.order));
    private final Map<SeenCache.Key, Entry> byFirstSet = new HashMap<>();
    private final TokenBucket budget;
    private int pendingSets;
    private long freshBytes;
    private long nextOrder;
    private boolean limitedLast;

    /** Change sets on their way, with what is known of who has them. */
    private static final class Entry implements Comparable<Entry> {
        private final List<WireSet> sets;
        private final long bytes;
        private final long order;
        private final boolean local;
        private ActorSet reached;
        private long dueNanos;
        private int rounds;
        private boolean everybody;

        Entry(List<WireSet> sets, ActorSet reached, boolean local, long order, long dueNanos) {
            this.sets = sets;
            this.bytes = sets.stream().mapToLong(WireSet::size).sum();
            this.reached = reached;
            this.local = local;
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

    /** A broadcaster to the given members. */
    Broadcaster(
            StoreConfig config,
            ActorId self,
            GossipRules rules,
            Members members,
            Transport transport,
            GossipEvents events,
            StoreMetrics metrics) {
        this.config = config.gossip();
        this.mostPending = config.perf().processingQueueLen();
        this.self = self;
        this.rules = rules;
        this.members = members;
        this.transport = transport;
        this.events = events;
        this.metrics = metrics;
        this.budget = new TokenBucket(config.gossip().rateLimitBytes(), System.nanoTime());
    }

    /** Takes a local commit on: a whole change set. Quick. The parts of a large one travel separately, and some may be lost. */
    public void committed(ChangeSet set) {
        List<WireSet> parts = ChangeChunks.split(set, ChangeChunks.DEFAULT_BYTES).stream()
                .map(WireSet::of)
                .toList();
        List<MemberId> nearest = members.nearest();
        ActorSet reached = reachedWith(List.of(self), nearest);
        for (List<WireSet> some : frames(parts)) {
            for (MemberId member : nearest) {
                transport.send(member.address(), List.of(new Spread(some, reached)));
                metrics.broadcast(StoreMetrics.Spread.LOCAL);
            }
            add(some, reached, true);
        }
    }

    /** The sets in order, in runs that fill a frame each. */
    private static List<List<WireSet>> frames(List<WireSet> sets) {
        List<List<WireSet>> runs = new ArrayList<>();
        long bytes = FRAME_BYTES;
        for (WireSet set : sets) {
            if (bytes + set.size() > FRAME_BYTES) {
                runs.add(new ArrayList<>());
                bytes = 0;
            }
            runs.getLast().add(set);
            bytes += set.size();
        }
        return runs;
    }

    private static ActorSet reachedWith(List<ActorId> known, List<MemberId> told) {
        List<ActorId> actors = new ArrayList<>(known);
        told.forEach(member -> actors.add(member.actor()));
        return ActorSet.of(actors);
    }

    /**
     * Takes on what a member has told. What is new goes on to others; what was known already is told to fewer, because whoever told
     * it knows of more nodes that have it.
     *
     * @param spread what was told
     * @param fresh those of its sets that are new here
     * @param teller who told it
     */
    void received(Spread spread, List<WireSet> fresh, ActorId teller) {
        ActorSet reached = spread.reached().union(ActorSet.of(List.of(teller, self)));
        if (!fresh.isEmpty()) {
            add(fresh, reached, false);
        } else if (!spread.sets().isEmpty()) {
            lock.lock();
            try {
                // sets travel together, so the first one speaks for all
                Entry entry = byFirstSet.get(SeenCache.Key.of(spread.sets().getFirst()));
                if (entry != null) {
                    entry.reached = entry.reached.union(reached);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void add(List<WireSet> sets, ActorSet reached, boolean local) {
        List<Entry> shed = new ArrayList<>();
        lock.lock();
        try {
            Entry entry = new Entry(
                    sets,
                    reached,
                    local,
                    nextOrder++,
                    System.nanoTime() + config.interval().toNanos());
            put(entry);
            freshBytes += entry.bytes;
            while (pendingSets > mostPending && byShedding.size() > 1) {
                Entry victim = byShedding.first();
                take(victim);
                shed.add(victim);
            }
            if (byDue.getFirst() == entry || freshBytes >= ENOUGH_BYTES) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
        for (Entry victim : shed) {
            metrics.broadcastDropped.inc();
            events.shedSets(victim.sets, "more than " + mostPending + " change sets waited to be sent");
        }
    }

    private void put(Entry entry) {
        byDue.add(entry);
        byShedding.add(entry);
        byFirstSet.put(SeenCache.Key.of(entry.sets.getFirst()), entry);
        pendingSets += entry.sets.size();
        metrics.broadcastPendingCount.set((double) pendingSets);
    }

    private void take(Entry entry) {
        byDue.remove(entry);
        byShedding.remove(entry);
        byFirstSet.remove(SeenCache.Key.of(entry.sets.getFirst()));
        pendingSets -= entry.sets.size();
        metrics.broadcastPendingCount.set((double) pendingSets);
    }

    /** Runs rounds until interrupted. One thread runs this. */
    public void run() throws InterruptedException {
        while (true) {
            round(takeDue());
        }
    }

    /** Hands over what is pending, for the last time. */
    public void flush() throws InterruptedException {
        List<Entry> all;
        lock.lockInterruptibly();
        try {
            all = List.copyOf(byDue);
            all.forEach(this::take);
        } finally {
            lock.unlock();
        }
        round(all);
    }

    private List<Entry> takeDue() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                if (byDue.isEmpty()) {
                    changed.await();
                    continue;
                }
                long now = System.nanoTime();
                long wait = byDue.getFirst().dueNanos - now;
                if (wait > 0 && freshBytes < ENOUGH_BYTES) {
                    changed.awaitNanos(wait);
                    continue;
                }
                return takeUntil(now + config.interval().toNanos());
            }
        } finally {
            lock.unlock();
        }
    }

    /** All that is due up to the given time: what would be due a moment later may as well go along. */
    private List<Entry> takeUntil(long nanos) {
        List<Entry> due = new ArrayList<>();
        while (!byDue.isEmpty() && byDue.getFirst().dueNanos - nanos <= 0) {
            Entry entry = byDue.getFirst();
            take(entry);
            due.add(entry);
        }
        freshBytes = 0;
        return due;
    }

    private void round(List<Entry> due) {
        List<MemberId> up = members.up();
        int nearest = members.nearest().size();
        Collections.shuffle(up, random);
        boolean limitedBefore = limitedLast;
        int transmissions = transmissions(up.size(), limitedBefore);
        int fanOut = config.fanout() > 0
                ? config.fanout()
                : rules.fanOut()
                        .peers(config.swim().indirectProbes(), up.size(), nearest, transmissions, limitedBefore);
        limitedLast = false;
        Map<MemberId, Map<ActorSet, List<WireSet>>> bundles = new LinkedHashMap<>();
        List<Entry> again = new ArrayList<>();
        for (Entry entry : due) {
            if (tell(entry, up, fanOut, bundles)) {
                entry.rounds++;
            }
            if (entry.rounds < transmissions && !entry.everybody) {
                again.add(entry);
            } else if (entry.local && entry.reached.size() == 1 && !up.isEmpty()) {
                events.unsent(entry.sets, entry.rounds, limitedBefore);
            }
        }
        bundles.forEach(this::handOver);
        requeue(again, limitedBefore);
    }

    private int transmissions(int up, boolean limited) {
        int all = config.maxTransmissions() > 0
                ? config.maxTransmissions()
                : config.swim().transmissions(up + 1);
        return limited ? Math.max(1, all / 2) : all;
    }

    /** Chooses members for an entry; says whether that counts as a round, which it does not when the budget let nobody be told. */
    private boolean tell(
            Entry entry, List<MemberId> up, int fanOut, Map<MemberId, Map<ActorSet, List<WireSet>>> bundles) {
        List<MemberId> chosen = new ArrayList<>();
        entry.everybody = true;
        boolean limited = false;
        for (MemberId member : up) {
            if (entry.reached.contains(member.actor())) {
                continue;
            }
            if (chosen.size() == fanOut || limitedLast) {
                entry.everybody = false;
                break;
            }
            if (!budget.take(entry.bytes, System.nanoTime())) {
                limitedLast = true;
                limited = true;
                metrics.broadcastRateLimited.inc();
                entry.everybody = false;
                break;
            }
            chosen.add(member);
        }
        entry.reached = entry.reached.union(reachedWith(List.of(), chosen));
        for (MemberId member : chosen) {
            bundles.computeIfAbsent(member, m -> new LinkedHashMap<>())
                    .computeIfAbsent(entry.reached, r -> new ArrayList<>())
                    .addAll(entry.sets);
        }
        return !chosen.isEmpty() || !(limited || limitedLast);
    }

    private void handOver(MemberId member, Map<ActorSet, List<WireSet>> bundle) {
        List<Spread> frame = new ArrayList<>();
        long bytes = 0;
        for (Map.Entry<ActorSet, List<WireSet>> entry : bundle.entrySet()) {
            for (List<WireSet> some : frames(entry.getValue())) {
                Spread spread = new Spread(some, entry.getKey());
                if (!frame.isEmpty() && bytes + spread.size() > FRAME_BYTES) {
                    transport.send(member.address(), frame);
                    metrics.broadcast(StoreMetrics.Spread.GLOBAL);
                    frame = new ArrayList<>();
                    bytes = 0;
                }
                frame.add(spread);
                bytes += spread.size();
            }
        }
        transport.send(member.address(), frame);
        metrics.broadcast(StoreMetrics.Spread.GLOBAL);
    }

    private void requeue(List<Entry> again, boolean limited) {
        long pause = config.rebroadcastInterval().toNanos() * (limited || limitedLast ? SLOWER_WHEN_LIMITED : 1);
        long now = System.nanoTime();
        lock.lock();
        try {
            for (Entry entry : again) {
                entry.dueNanos = now + pause * Math.max(1, entry.rounds);
                put(entry);
            }
        } finally {
            lock.unlock();
        }
    }
}
