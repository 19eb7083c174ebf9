package dev.gridlock.engine.detect;

import dev.gridlock.engine.history.NodeEvent;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** A circle of waiters as a node tells it: a list of objects with {@code thread}, {@code waitsFor}, {@code behind} and whose hold that is. */
final class CycleText {

    private CycleText() {}

    /** The event's {@code cycle} in one line; empty when it has none. */
    static String in(NodeEvent event) {
        return event.list("cycle").stream()
                .filter(Map.class::isInstance)
                .map(Map.class::cast)
                .map(CycleText::link)
                .collect(Collectors.joining("; "));
    }

    private static String link(Map<?, ?> link) {
        return text(link, "thread") + " waits for a hold (" + text(link, "waitsFor") + ") behind "
                + text(link, "behind") + " (" + text(link, "whoseLabel") + ", " + text(link, "whoseMode") + ")";
    }

    private static String text(Map<?, ?> link, String name) {
        return Objects.toString(link.get(name), "?");
    }
}
