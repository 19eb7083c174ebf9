package dev.gridlock.scenarios.stores;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Events of a store, in their order.
 *
 * @param all each with its virtual instant
 */
record Events(List<Event> all) {

    /**
     * One event.
     *
     * @param at its virtual instant
     * @param name what happened
     * @param fields all fields
     */
    record Event(Duration at, String name, Map<String, Object> fields) {
        String text(String field) {
            return String.valueOf(fields.get(field));
        }

        long number(String field) {
            if (fields.get(field) instanceof Number number) {
                return number.longValue();
            }
            throw new AssertionError("no number " + field + " in " + fields);
        }
    }

    static Events of(StoreFleet.Member store) {
        return new Events(store.events().stream().map(Events::parse).toList());
    }

    private static Event parse(StoreFleet.Event event) {
        try {
            Map<String, Object> fields = JSON.std.mapFrom(event.line());
            return new Event(event.at(), String.valueOf(fields.get("event")), fields);
        } catch (IOException e) {
            throw new UncheckedIOException("no event: " + event.line(), e);
        }
    }

    Events named(String name) {
        return new Events(
                all.stream().filter(event -> event.name().equals(name)).toList());
    }

    /** Those that are about versions of one actor. */
    Events about(String actor) {
        return new Events(
                all.stream().filter(event -> event.text("actor").equals(actor)).toList());
    }

    List<String> texts(String field) {
        return all.stream().map(event -> event.text(field)).toList();
    }

    List<Long> numbers(String field) {
        return all.stream().map(event -> event.number(field)).toList();
    }
}
