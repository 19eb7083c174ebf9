package dev.gridlock.proxy.events;

import dev.gridlock.proxy.json.Json;
import java.io.PrintStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

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
    private final ConcurrentNavigableMap<String, AtomicLong> counts = new ConcurrentSkipListMap<>();

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

    /** How often each event has been printed, in the order of their names; those that never were are not there. */
    public SortedMap<String, Long> counts() {
        var found = new TreeMap<String, Long>();
        counts.forEach((name, count) -> found.put(name, count.get()));
        return found;
    }

    /** How often the event of that name has been printed. */
    public long count(String name) {
        AtomicLong count = counts.get(name);
        return count == null ? 0 : count.get();
    }

    void print(Event event) {
        counts.computeIfAbsent(event.name(), unseen -> new AtomicLong()).incrementAndGet();
        Map<String, Object> fields = Collections.unmodifiableMap(event.fields());
        recent.add(fields);
        out.println(json.write(fields));
    }
}
