package dev.gridlock.store.events;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Writes events, one complete JSON object a line: {@code event}, {@code at} (wall clock), {@code mono} (nanoseconds of the
 * node's monotonic clock), {@code node}, then what the event is about. Thread-safe.
 */
public final class EventLog {
    private final String node;
    private final JsonFactory json;
    private final Consumer<String> out;
    private final boolean tellsUpdates;

    /** What an event is about; written after the fields that every event has. */
    public interface Fields {
        /** Writes fields of the event's object. */
        void write(JsonGenerator json) throws IOException;
    }

    /**
     * @param node the node's name
     * @param json used to write
     * @param out takes one line without its line end, all at once, from any thread
     * @param tellsUpdates whether each step of each update is to make an event
     */
    public EventLog(String node, JsonFactory json, Consumer<String> out, boolean tellsUpdates) {
        this.node = node;
        this.tellsUpdates = tellsUpdates;
        this.json = json;
        this.out = out;
    }

    /** The node's name. */
    public String node() {
        return node;
    }

    /** Whether the steps of single updates are to be told. A storm of updates makes a flood of such events. */
    public boolean tellsUpdates() {
        return tellsUpdates;
    }

    /** Writes one event. */
    public void emit(String event, Fields fields) {
        StringWriter line = new StringWriter(160);
        try (JsonGenerator generator = json.createGenerator(line)) {
            generator.writeStartObject();
            generator.writeStringField("event", event);
            generator.writeStringField("at", Instant.now().toString());
            generator.writeNumberField("mono", System.nanoTime());
            generator.writeStringField("node", node);
            fields.write(generator);
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string writer does not fail", e);
        }
        out.accept(line.toString());
    }
}
