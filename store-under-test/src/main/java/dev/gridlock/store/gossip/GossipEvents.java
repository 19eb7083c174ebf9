package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.events.UpdateLabels;
import dev.gridlock.store.membership.MemberId;
import java.util.List;

/**
 * The events of the gossip layer: one line for each update that a message or an apply concerns, so that the way of an update can
 * be followed from node to node, and one for each thing that went wrong on the way.
 */
public final class GossipEvents {
    private final EventLog log;
    private final UpdateLabels labels;

    /** Events to the given log, with updates named as the labels say. */
    public GossipEvents(EventLog log, UpdateLabels labels) {
        this.log = log;
        this.labels = labels;
    }

    /** Whether the steps of single updates are told. */
    boolean tellsUpdates() {
        return log.tellsUpdates();
    }

    void sent(List<Spread> spreads, String to) {
        for (String update : labels.of(sets(spreads))) {
            log.emit("gossip.send", json -> {
                json.writeStringField("update", update);
                json.writeStringField("to", to);
            });
        }
    }

    void received(List<WireSet> sets, String from) {
        if (!log.tellsUpdates()) {
            return;
        }
        for (String update : labels.of(changeSets(sets))) {
            log.emit("gossip.receive", json -> {
                json.writeStringField("update", update);
                json.writeStringField("from", from);
            });
        }
    }

    void applied(ChangeSet set, String from) {
        if (!log.tellsUpdates()) {
            return;
        }
        for (String update : labels.of(set)) {
            log.emit("store.apply", json -> {
                json.writeStringField("update", update);
                json.writeStringField("from", from);
                json.writeStringField("actor", set.actor().toString());
                json.writeNumberField("version", set.version());
            });
        }
    }

    /** A change set cannot be part of the database here. */
    void rejected(ChangeSet set, String from, String reason) {
        log.emit("store.reject", json -> {
            json.writeStringField("update", labels.of(set).getFirst());
            json.writeStringField("from", from);
            json.writeStringField("actor", set.actor().toString());
            json.writeNumberField("version", set.version());
            json.writeStringField("reason", reason);
        });
    }

    /** Change sets that the catch-up brought were turned away because they count as seen, although the database lacks them. */
    void refused(List<WireSet> sets, String from) {
        for (WireSet set : sets) {
            log.emit("store.refuse", json -> {
                json.writeStringField("from", from);
                json.writeStringField("actor", set.actor().toString());
                json.writeNumberField("version", set.version());
                json.writeStringField("reason", "counts as seen");
            });
        }
    }

    /** Versions are known to exist and are not here. */
    void gap(ActorId actor, VersionRange missing) {
        log.emit("store.gap", json -> {
            json.writeStringField("actor", actor.toString());
            json.writeNumberField("start", missing.start());
            json.writeNumberField("end", missing.end());
        });
    }

    void synced(String from, long changes) {
        log.emit("store.sync", json -> {
            json.writeStringField("from", from);
            json.writeNumberField("changes", changes);
        });
    }

    /** Change sets on their way to one peer are given up. */
    void shedBroadcast(List<Spread> spreads, String reason) {
        shed(sets(spreads), reason);
    }

    /** Change sets in a full queue are given up. */
    void shedSets(List<WireSet> sets, String reason) {
        shed(changeSets(sets), reason);
    }

    private void shed(List<ChangeSet> sets, String reason) {
        for (ChangeSet set : sets) {
            log.emit("gossip.shed", json -> {
                json.writeStringField("update", labels.of(set).getFirst());
                json.writeStringField("actor", set.actor().toString());
                json.writeNumberField("version", set.version());
                json.writeStringField("reason", reason);
            });
        }
    }

    /** All rounds of a local change set are used up, and nobody was told. */
    void unsent(List<WireSet> sets, int rounds, boolean rateLimited) {
        for (ChangeSet set : changeSets(sets)) {
            log.emit("gossip.unsent", json -> {
                json.writeStringField("update", labels.of(set).getFirst());
                json.writeNumberField("version", set.version());
                json.writeNumberField("rounds", rounds);
                json.writeBooleanField("rate_limited", rateLimited);
            });
        }
    }

    /** A member came, went, or has another life. */
    void member(String event, MemberId member) {
        log.emit(event, json -> {
            json.writeStringField("member", member.node());
            json.writeStringField("actor", member.actor().toString());
            json.writeStringField("address", member.address().toString());
        });
    }

    private static List<ChangeSet> changeSets(List<WireSet> sets) {
        return sets.stream().map(WireSet::changeSet).toList();
    }

    private static List<ChangeSet> sets(List<Spread> spreads) {
        return spreads.stream()
                .flatMap(spread -> spread.sets().stream())
                .map(WireSet::changeSet)
                .toList();
    }
}
