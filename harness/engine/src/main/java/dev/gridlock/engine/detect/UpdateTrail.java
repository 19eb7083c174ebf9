package dev.gridlock.engine.detect;

import dev.gridlock.engine.history.NodeEvent;
import dev.gridlock.engine.history.Observation;
import dev.gridlock.engine.history.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The history by update: who sent it, and every event of any node that names it, in order. */
final class UpdateTrail {

    private final Map<String, Operation> operations = new HashMap<>();
    private final Map<String, List<NodeEvent>> events = new HashMap<>();

    UpdateTrail(List<Observation> observations) {
        for (var observation : observations) {
            switch (observation) {
                case Operation operation
                when operation.kind() == Operation.Kind.UPDATE -> operations.put(operation.id(), operation);
                case NodeEvent event
                when !event.update().isEmpty() ->
                    events.computeIfAbsent(event.update(), absent -> new ArrayList<>())
                            .add(event);
                default -> {}
            }
        }
    }

    /** How the client made the update. */
    Optional<Operation> operation(String update) {
        return Optional.ofNullable(operations.get(update));
    }

    /** Every event that names the update, in order. */
    List<NodeEvent> events(String update) {
        return events.getOrDefault(update, List.of());
    }

    /** The first event of this name that names the update and passes the test. */
    Optional<NodeEvent> first(String update, String name, Predicate<NodeEvent> test) {
        return events(update).stream()
                .filter(event -> event.name().equals(name))
                .filter(test)
                .findFirst();
    }

    /** The last event of this name that names the update and passes the test. */
    Optional<NodeEvent> last(String update, String name, Predicate<NodeEvent> test) {
        return events(update).reversed().stream()
                .filter(event -> event.name().equals(name))
                .filter(test)
                .findFirst();
    }
}
