package dev.gridlock.store.gossip;

import dev.gridlock.store.clock.HybridClock;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.VersionLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Change sets that have arrived and wait to be applied. Thread-safe.
 *
 * <p>Each is let in once: what the database has, and what waits already, is a duplicate. Waiting ones are applied in batches: the
 * first opens a short window, and whatever arrives within it shares the transaction. When too many wait, the oldest are dropped and
 * left to the catch-up, which itself is held up instead.
 */
public final class Inbox {
    private final long windowNanos;
    private final int mostChangesInBatch;
    private final int mostWaiting;
    private final VersionLog versions;
    private final HybridClock clock;
    private final GossipRules rules;
    private final GossipEvents events;
    private final StoreMetrics metrics;
    private final Batches batches;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition finished = lock.newCondition();
    private final Deque<Item> waiting = new ArrayDeque<>();
    private final SeenCache seen = new SeenCache();
    private int waitingChanges;
    private int waitingSets;
    private long itemsOffered;
    private long itemsFinished;

    /** Applies what the inbox collects. */
    @FunctionalInterface
    interface Batches {
        /**
         * Applies items. What cannot be applied is told, and left out.
         *
         * @return whether the sets of these items may be forgotten: the database knows those that it has, and the others may come again
         */
        boolean apply(List<Item> items);
    }

    /**
     * What arrived together.
     *
     * @param sets none of them a duplicate
     * @param emptied versions that have no changes left
     * @param from name of the node that sent it
     */
    record Item(List<WireSet> sets, SortedMap<ActorId, List<VersionRange>> emptied, String from) {
        /** Changes; a range without changes costs a little as well. */
        int cost() {
            return sets.stream().mapToInt(WireSet::changes).sum()
                    + emptied.values().stream().mapToInt(List::size).sum();
        }
    }

    Inbox(
            StoreConfig.Perf config,
            VersionLog versions,
            HybridClock clock,
            GossipRules rules,
            GossipEvents events,
            StoreMetrics metrics,
            Batches batches) {
        this.windowNanos = config.applyQueueTimeout().toNanos();
        this.mostChangesInBatch = config.applyQueueMaxBatchSize();
        this.mostWaiting = config.processingQueueLen();
        this.versions = versions;
        this.clock = clock;
        this.rules = rules;
        this.events = events;
        this.metrics = metrics;
        this.batches = batches;
    }

    /**
     * Lets in what a broadcast brought. Never waits: the oldest make room.
     *
     * @param from name of the node that sent it
     * @return those that are no duplicates
     * @throws ProtocolException when one of them is malformed
     */
    List<WireSet> offerBroadcast(List<WireSet> sets, String from) throws ProtocolException {
        metrics.broadcastRecvCount.inc(sets.size());
        List<WireSet> shed = new ArrayList<>();
        List<WireSet> fresh;
        lock.lock();
        try {
            fresh = let(sets, StoreMetrics.Way.BROADCAST).fresh();
            if (!fresh.isEmpty()) {
                // told before it can be applied, or the order of events would depend on who is faster
                events.received(fresh, from);
                add(new Item(fresh, new TreeMap<>(), from));
                shed.addAll(shed(fresh.getFirst().actor()));
            }
        } finally {
            lock.unlock();
        }
        if (!shed.isEmpty()) {
            metrics.changesDropped.inc(shed.size());
            events.shedSets(shed, "more than " + mostWaiting + " change sets waited to be applied");
        }
        return fresh;
    }

    /**
     * Lets in what a catch-up brought; waits while much is waiting already.
     *
     * @return how many changes were new
     * @throws ProtocolException when one of the sets is malformed
     */
    long offerSync(List<WireSet> sets, SortedMap<ActorId, List<VersionRange>> emptied, String from)
            throws InterruptedException, ProtocolException {
        lock.lockInterruptibly();
        try {
            while (waitingSets > mostWaiting / 2) {
                finished.await();
            }
            Let let = let(sets, StoreMetrics.Way.SYNC);
            events.refused(let.refused(), from);
            List<WireSet> fresh = let.fresh();
            if (!fresh.isEmpty() || !emptied.isEmpty()) {
                add(new Item(fresh, emptied, from));
            }
            return fresh.stream().mapToLong(WireSet::changes).sum();
        } finally {
            lock.unlock();
        }
    }

    /**
     * What came of sets that were offered.
     *
     * @param fresh to be queued
     * @param refused turned away although the database lacks them; they may be waiting, but if that is so every time, something is wrong
     */
    private record Let(List<WireSet> fresh, List<WireSet> refused) {}

    private Let let(List<WireSet> sets, StoreMetrics.Way way) throws ProtocolException {
        List<WireSet> fresh = new ArrayList<>();
        List<WireSet> refused = new ArrayList<>();
        try {
            for (WireSet set : sets) {
                SeenCache.Key key = SeenCache.Key.of(set);
                if (isStored(set)) {
                    count(StoreMetrics.DuplicateFrom.BOOKIE, way);
                } else if (seen.contains(key)) {
                    count(StoreMetrics.DuplicateFrom.CACHE, way);
                    refused.add(set);
                } else {
                    ChangeSet decoded = set.decode();
                    if (!decoded.time().equals(ChangeSet.UNKNOWN_TIME)) {
                        clock.observe(decoded.time());
                        metrics.received(way, clock.age(decoded.time()));
                    }
                    seen.add(key);
                    fresh.add(set);
                }
            }
        } catch (ProtocolException e) {
            // the sets before the malformed one are not queued either, so they must be let in when they come again
            fresh.forEach(set -> seen.forget(SeenCache.Key.of(set)));
            throw e;
        }
        return new Let(fresh, refused);
    }

    private boolean isStored(WireSet set) {
        return versions.contains(set.actor(), set.version())
                || versions.containsPart(set.actor(), set.version(), set.seqs());
    }

    private void count(StoreMetrics.DuplicateFrom from, StoreMetrics.Way way) {
        if (way == StoreMetrics.Way.BROADCAST) {
            metrics.duplicates(from, 1);
        }
    }

    private void add(Item item) {
        waiting.addLast(item);
        waitingChanges += item.cost();
        waitingSets += item.sets().size();
        itemsOffered++;
        showQueue();
        // only these two matter to the applier: others would wake it for nothing
        if (waiting.size() == 1 || waitingChanges >= mostChangesInBatch) {
            arrived.signal();
        }
    }

    private List<WireSet> shed(ActorId incoming) {
        List<WireSet> shed = new ArrayList<>();
        while (waitingSets > mostWaiting && waiting.size() > 1) {
            Item oldest = remove();
            itemsFinished++;
            for (WireSet set : oldest.sets()) {
                seen.forget(SeenCache.Key.of(set).withActor(rules.shed().forgets(set.actor(), incoming)));
                shed.add(set);
            }
            finished.signalAll();
        }
        return shed;
    }

    private Item remove() {
        Item item = waiting.removeFirst();
        waitingChanges -= item.cost();
        waitingSets -= item.sets().size();
        showQueue();
        return item;
    }

    private void showQueue() {
        metrics.changesInQueue.set((double) waitingChanges);
        metrics.changesetsInQueue.set((double) waitingSets);
    }

    /** Waits until everything offered so far is applied, turned down or dropped. */
    void flush() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long target = itemsOffered;
            while (itemsFinished < target) {
                finished.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many change sets wait. */
    public int waiting() {
        lock.lock();
        try {
            return waitingSets;
        } finally {
            lock.unlock();
        }
    }

    /** Applies batches until interrupted. One thread runs this. */
    public void run() throws InterruptedException {
        while (true) {
            List<Item> batch = take();
            finish(batch, batches.apply(batch));
        }
    }

    private List<Item> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty()) {
                arrived.await();
            }
            long left = windowNanos;
            while (left > 0 && waitingChanges < mostChangesInBatch) {
                left = arrived.awaitNanos(left);
            }
            List<Item> batch = new ArrayList<>();
            int cost = 0;
            while (!waiting.isEmpty()
                    && (batch.isEmpty() || cost + waiting.getFirst().cost() <= mostChangesInBatch)) {
                Item item = remove();
                cost += item.cost();
                batch.add(item);
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private void finish(List<Item> batch, boolean forget) {
        lock.lock();
        try {
            for (Item item : forget ? batch : List.<Item>of()) {
                item.sets().forEach(set -> seen.forget(SeenCache.Key.of(set)));
            }
            itemsFinished += batch.size();
            finished.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
