package dev.gridlock.engine.history;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;

/**
 * Reads the lines of a node's standard output: each is one JSON object with an {@code event} member. A line that is not
 * becomes an {@link Observation.UnreadableLine}, because a node that prints nonsense is something to know, not a reason
 * to stop.
 */
public final class EventReader {

    private static final int SHOWN_CHARACTERS = 200;

    private EventReader() {}

    /** The event on a line, or the line as it is with the reason why it holds none. */
    public static Observation read(Life life, String line, Duration at) {
        try (var parser = JSON.std.createParser(line)) {
            var members = new LinkedHashMap<>(JSON.std.mapFrom(parser));
            if (parser.nextToken() != null) {
                return unreadable(life, line, "there is more on the line than one JSON object", at);
            }
            if (members.remove("event") instanceof String name && !name.isEmpty()) {
                return new NodeEvent(life, name, members, at);
            }
            return unreadable(life, line, "the object has no member \"event\" with a name", at);
        } catch (IOException notAnObject) {
            return unreadable(life, line, "the line is not a JSON object", at);
        }
    }

    private static Observation unreadable(Life life, String line, String problem, Duration at) {
        var shown = line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "…";
        return new Observation.UnreadableLine(life, shown, problem, at);
    }
}
