package dev.gridlock.store.gossip;

import dev.gridlock.store.clock.HybridClock;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.gossip.GossipRules.FailedBatch;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.RemoteApply;
import dev.gridlock.store.storage.VersionLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Takes batches of received change sets in to the database, and tells of it. One thread uses this. */
final class Applier implements Inbox.Batches {
    private final RemoteApply apply;
    private final VersionLog versions;
    private final HybridClock clock;
    private final GossipRules rules;
    private final GossipEvents events;
    private final StoreMetrics metrics;
    private final Consumer<List<ChangeSet>> committed;

    private record Version(ActorId actor, long version) {
        static Version of(ChangeSet set) {
            return new Version(set.actor(), set.version());
        }
    }

    /**
     * @param committed told of applied change sets in commit order, under the writer lock; must be quick
     */
    Applier(
            RemoteApply apply,
            VersionLog versions,
            GossipRules rules,
            Gossip.Surroundings around,
            Consumer<List<ChangeSet>> committed) {
        this.apply = apply;
        this.versions = versions;
        this.rules = rules;
        this.clock = around.clock();
        this.events = around.events();
        this.metrics = around.metrics();
        this.committed = committed;
    }

    @Override
    public boolean apply(List<Inbox.Item> items) {
        List<WireSet> wires = new ArrayList<>();
        Map<Version, String> senders = new LinkedHashMap<>();
        Map<ActorId, List<VersionRange>> emptied = new TreeMap<>();
        for (Inbox.Item item : items) {
            wires.addAll(item.sets());
            item.sets().forEach(set -> senders.put(Version.of(set.changeSet()), item.from()));
            item.emptied()
                    .forEach((actor, ranges) -> emptied.computeIfAbsent(actor, a -> new ArrayList<>())
                            .addAll(ranges));
        }
        List<ChangeSet> sets = wires.stream().map(WireSet::changeSet).toList();
        if (rules.failedBatch() == FailedBatch.DROP_AND_REMEMBER) {
            List<RemoteApply.Rejected> problems = apply.problems(sets);
            if (!problems.isEmpty()) {
                problems.forEach(problem -> tell(problem, senders));
                return false;
            }
        }
        SortedMap<ActorId, List<VersionRange>> before = needs(sets);
        long began = System.nanoTime();
        RemoteApply.Result result = apply.apply(sets, emptied, applied -> {
            applied.forEach(set -> events.applied(set, senders.getOrDefault(Version.of(set), "")));
            committed.accept(applied);
        });
        metrics.processed(StoreMetrics.Origin.REMOTE, Duration.ofNanos(System.nanoTime() - began));
        metrics.changesBatchSize.observe(
                sets.stream().mapToInt(set -> set.changes().size()).sum());
        result.applied().forEach(this::measure);
        result.rejected().forEach(rejected -> tell(rejected, senders));
        tellGaps(before, needs(sets));
        return true;
    }

    private void tell(RemoteApply.Rejected rejected, Map<Version, String> senders) {
        ChangeSet set = rejected.changes();
        events.rejected(set, senders.getOrDefault(Version.of(set), ""), rejected.reason());
    }

    private void measure(ChangeSet set) {
        if (!set.time().equals(ChangeSet.UNKNOWN_TIME)) {
            metrics.commitLag(clock.age(set.time()));
        }
    }

    private SortedMap<ActorId, List<VersionRange>> needs(List<ChangeSet> sets) {
        SortedMap<ActorId, List<VersionRange>> needs = new TreeMap<>();
        for (ChangeSet set : sets) {
            needs.computeIfAbsent(set.actor(), actor -> versions.of(actor).need());
        }
        return needs;
    }

    private void tellGaps(SortedMap<ActorId, List<VersionRange>> before, SortedMap<ActorId, List<VersionRange>> after) {
        after.forEach((actor, gaps) -> {
            List<VersionRange> old = before.getOrDefault(actor, List.of());
            gaps.stream()
                    .filter(gap -> old.stream().noneMatch(o -> o.start() <= gap.start() && gap.end() <= o.end()))
                    .forEach(gap -> events.gap(actor, gap));
        });
    }
}
