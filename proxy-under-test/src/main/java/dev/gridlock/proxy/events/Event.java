package dev.gridlock.proxy.events;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** One event while its fields are being filled in. Used by one thread; printed once. */
public final class Event {

    private final EventLog log;
    private final String name;
    private final Map<String, Object> fields = new LinkedHashMap<>();

    Event(EventLog log, String node, String name) {
        this.log = log;
        this.name = name;
        fields.put("event", name);
        fields.put("at", Instant.now().toString());
        fields.put("mono", System.nanoTime());
        fields.put("node", node);
    }

    /** The id of the update that caused what happened; the empty string, for unknown, leaves the field out. */
    public Event update(String update) {
        if (!update.isEmpty()) {
            fields.put("update", update);
        }
        return this;
    }

    /** Adds a field: a string, a number, a boolean, or lists and maps of them. */
    public Event with(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    /** Prints the event as one line. */
    public void emit() {
        log.print(this);
    }

    String name() {
        return name;
    }

    Map<String, Object> fields() {
        return fields;
    }
}
