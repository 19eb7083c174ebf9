package dev.gridlock.engine.detect;

import dev.gridlock.engine.history.NodeEvent;
import dev.gridlock.engine.history.Nodes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How an update travelled from the store that committed it to the one that feeds a node. Followed backwards: each
 * receiver tells from whom it had the update first. When a receiver tells no sender, the path begins there.
 */
final class GossipPath {

    private final UpdateTrail trail;
    private final Nodes nodes;

    GossipPath(UpdateTrail trail, Nodes nodes) {
        this.trail = trail;
        this.nodes = nodes;
    }

    /** Sends, receives and applies on the way to this store, its own apply the last, in order of travel. */
    List<NodeEvent> to(String store, String update) {
        Deque<NodeEvent> path = new ArrayDeque<>();
        var visited = new HashSet<String>();
        trail.first(update, "store.apply", on(store)).ifPresent(path::addFirst);
        var receiver = store;
        while (visited.add(receiver)
                && trail.first(update, "store.commit", on(receiver)).isEmpty()) {
            var here = receiver;
            var received = trail.first(update, "gossip.receive", on(here));
            received.ifPresent(path::addFirst);
            var sender = received.or(() -> trail.first(update, "store.apply", on(here)))
                    .flatMap(event -> nodes.resolve(event.text("from")));
            if (sender.isEmpty()) {
                break;
            }
            received.flatMap(event -> sent(update, sender.get(), here, event)).ifPresent(path::addFirst);
            receiver = sender.get();
        }
        return List.copyOf(path);
    }

    /** The last send from one to the other that came before the receipt. */
    private Optional<NodeEvent> sent(String update, String from, String to, NodeEvent received) {
        return trail.last(
                update,
                "gossip.send",
                event -> event.node().equals(from)
                        && event.at().compareTo(received.at()) <= 0
                        && nodes.resolve(event.text("to")).filter(to::equals).isPresent());
    }

    private static Predicate<NodeEvent> on(String node) {
        return event -> event.node().equals(node);
    }
}
