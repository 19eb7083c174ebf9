package dev.gridlock.engine.detect;

import dev.gridlock.engine.history.NodeEvent;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The last holder of a lock as a node tells it: a text, or an object with a label, an application and an update. */
final class HolderText {

    private HolderText() {}

    /** The event's {@code lastHolder} in one line; empty when it has none. */
    static String in(NodeEvent event) {
        if (event.fields().get("lastHolder") instanceof Map<?, ?> fields) {
            return Stream.of("label", "app", "update", "thread")
                    .map(fields::get)
                    .filter(Objects::nonNull)
                    .map(Object::toString)
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(" "));
        }
        return event.text("lastHolder");
    }
}
