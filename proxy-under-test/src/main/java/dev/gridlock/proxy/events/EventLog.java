package dev.gridlock.proxy.events;

import dev.gridlock.proxy.json.Json;
import java.io.PrintStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Prints events as JSON lines and keeps the last {@link #RECENT} of them. Thread-safe. Keeping takes no lock, so that a
 * watchdog can read what was kept whatever else is stuck.
 */
public final class EventLog {

    /** How many of the last events are kept. */
    public static final int RECENT = 200;

    private final String node;
    private final PrintStream out;
    private final Json json;
    private final RecentEvents recent = new RecentEvents(RECENT);

    /**
     * A log for one node.
     *
     * @param node name of the node, put into every line
     * @param out where each event goes as one complete line
     * @param json writes the lines
     */
    public EventLog(String node, PrintStream out, Json json) {
        this.node = node;
        this.out = out;
        this.json = json;
    }

    /** Begins an event; it is stamped now and printed by {@link Event#emit()}. */
    public Event event(String name) {
        return new Event(this, node, name);
    }

    /** The last events, oldest first, each with its fields in the order in which they were printed; read-only. */
    public List<Map<String, Object>> recent() {
        return recent.events();
    }

    void print(Event event) {
        Map<String, Object> fields = Collections.unmodifiableMap(event.fields());
        recent.add(fields);
        out.println(json.write(fields));
    }
}
