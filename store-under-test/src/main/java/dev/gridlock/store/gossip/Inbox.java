package dev.gridlock.store.gossip;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.storage.RemoteApply;
import dev.gridlock.store.storage.VersionLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Change sets that have arrived and wait to be applied. Thread-safe.
 *
 * <p>Each is let in once: what the database has, and what waits already, is a duplicate. A change set that is turned down is
 * forgotten, so it may come again. Waiting ones are applied in batches: the first opens a short window, and whatever arrives
 * within it shares the transaction. When too many wait, senders are held up, which their peers feel as backpressure.
 */
public final class Inbox {
    private final long windowNanos;
    private final int mostChangesInBatch;
    private final int mostWaiting;
    private final VersionLog versions;
    private final RemoteApply apply;
    private final GossipEvents events;
    private final Consumer<List<ChangeSet>> committed;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition finished = lock.newCondition();
    private final Deque<Item> waiting = new ArrayDeque<>();
    private final Set<Key> unfinished = new HashSet<>();
    private int waitingChanges;
    private long itemsOffered;
    private long itemsFinished;

    private record Key(ActorId actor, long version) {}

    private record Item(List<ChangeSet> sets, SortedMap<ActorId, List<VersionRange>> emptied, String from) {
        int cost() {
            return sets.stream().mapToInt(set -> set.changes().size()).sum() + emptied.size();
        }
    }

    /**
     * @param config window, batch size and most change sets waiting
     * @param committed told of applied change sets in commit order, under the writer lock; must be quick
     */
    public Inbox(
            StoreConfig.Perf config,
            VersionLog versions,
            RemoteApply apply,
            GossipEvents events,
            Consumer<List<ChangeSet>> committed) {
        this.windowNanos = config.applyQueueTimeout().toNanos();
        this.mostChangesInBatch = config.applyQueueMaxBatchSize();
        this.mostWaiting = config.processingQueueLen();
        this.versions = versions;
        this.apply = apply;
        this.events = events;
        this.committed = committed;
    }

    /**
     * Lets change sets in; waits while too many are in already.
     *
     * @param from name of the node that sent them
     * @param announce told of those that are no duplicates, if any, before they can be applied; must be quick
     * @return those that are no duplicates
     */
    List<ChangeSet> offer(List<ChangeSet> sets, String from, Consumer<List<ChangeSet>> announce)
            throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (unfinished.size() >= mostWaiting) {
                finished.await();
            }
            List<ChangeSet> fresh = new ArrayList<>();
            for (ChangeSet set : sets) {
                if (!versions.contains(set.actor(), set.version()) && unfinished.add(key(set))) {
                    fresh.add(set);
                }
            }
            if (!fresh.isEmpty()) {
                announce.accept(fresh);
                add(new Item(fresh, new TreeMap<>(), from));
            }
            return fresh;
        } finally {
            lock.unlock();
        }
    }

    /** Lets in versions that have no changes left. */
    void offerEmptied(SortedMap<ActorId, List<VersionRange>> emptied, String from) throws InterruptedException {
        if (emptied.isEmpty()) {
            return;
        }
        lock.lockInterruptibly();
        try {
            add(new Item(List.of(), emptied, from));
        } finally {
            lock.unlock();
        }
    }

    private void add(Item item) {
        waiting.addLast(item);
        waitingChanges += item.cost();
        itemsOffered++;
        // only these two matter to the applier: others would wake it for nothing
        if (waiting.size() == 1 || waitingChanges >= mostChangesInBatch) {
            arrived.signal();
        }
    }

    /** Waits until everything offered so far is applied or turned down. */
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

    /** Applies batches until interrupted. One thread runs this. */
    public void run() throws InterruptedException {
        while (true) {
            List<Item> batch = take();
            try {
                applyBatch(batch);
            } finally {
                finish(batch);
            }
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
                Item item = waiting.removeFirst();
                cost += item.cost();
                batch.add(item);
            }
            waitingChanges -= cost;
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private void applyBatch(List<Item> batch) {
        List<ChangeSet> sets = new ArrayList<>();
        Map<Key, String> senders = new LinkedHashMap<>();
        Map<ActorId, List<VersionRange>> emptied = new TreeMap<>();
        for (Item item : batch) {
            sets.addAll(item.sets());
            item.sets().forEach(set -> senders.put(key(set), item.from()));
            item.emptied()
                    .forEach((actor, ranges) -> emptied.computeIfAbsent(actor, a -> new ArrayList<>())
                            .addAll(ranges));
        }
        RemoteApply.Result result = apply.apply(sets, emptied, applied -> {
            applied.forEach(set -> events.applied(set, senders.getOrDefault(key(set), "")));
            committed.accept(applied);
        });
        result.rejected()
                .forEach(rejected -> events.rejected(rejected, senders.getOrDefault(key(rejected.changes()), "")));
    }

    private void finish(List<Item> batch) {
        lock.lock();
        try {
            for (Item item : batch) {
                item.sets().forEach(set -> unfinished.remove(key(set)));
            }
            itemsFinished += batch.size();
            finished.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static Key key(ChangeSet set) {
        return new Key(set.actor(), set.version());
    }
}
