package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.events.UpdateLabels;
import dev.gridlock.store.storage.RemoteApply.Rejected;
import java.util.List;

/**
 * The events of the gossip layer: one line for each update that a message or an apply concerns, so that the way of an update can
 * be followed from node to node.
 */
public final class GossipEvents {
    private final EventLog log;
    private final UpdateLabels labels;

    /** Events to the given log, with updates named as the labels say. */
    public GossipEvents(EventLog log, UpdateLabels labels) {
        this.log = log;
        this.labels = labels;
    }

    void sent(List<ChangeSet> sets, String to) {
        for (String update : labels.of(sets)) {
            log.emit("gossip.send", json -> {
                json.writeStringField("update", update);
                json.writeStringField("to", to);
            });
        }
    }

    void received(List<ChangeSet> sets, String from) {
        for (String update : labels.of(sets)) {
            log.emit("gossip.receive", json -> {
                json.writeStringField("update", update);
                json.writeStringField("from", from);
            });
        }
    }

    void applied(ChangeSet set, String from) {
        for (String update : labels.of(set)) {
            log.emit("store.apply", json -> {
                json.writeStringField("update", update);
                json.writeStringField("from", from);
                json.writeStringField("actor", set.actor().toString());
                json.writeNumberField("version", set.version());
            });
        }
    }

    void rejected(Rejected rejected, String from) {
        for (String update : labels.of(rejected.changes())) {
            log.emit("store.reject", json -> {
                json.writeStringField("update", update);
                json.writeStringField("from", from);
                json.writeStringField("actor", rejected.changes().actor().toString());
                json.writeNumberField("version", rejected.changes().version());
                json.writeStringField("reason", rejected.reason());
            });
        }
    }

    void synced(String from, long changes) {
        log.emit("store.sync", json -> {
            json.writeStringField("from", from);
            json.writeNumberField("changes", changes);
        });
    }

    void shed(List<ChangeSet> sets, String reason) {
        for (String update : labels.of(sets)) {
            log.emit("gossip.shed", json -> {
                json.writeStringField("update", update);
                json.writeStringField("reason", reason);
            });
        }
    }
}
