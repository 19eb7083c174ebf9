package dev.gridlock.engine.history;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * An event that a node printed, stamped by the backend.
 *
 * @param life the life of the node that printed it
 * @param name for example {@code store.commit}
 * @param fields all other members of the line in their order; values are texts, numbers, booleans, lists, maps or null
 * @param at when the line was printed; the node's own clock is in the fields
 */
public record NodeEvent(Life life, String name, Map<String, Object> fields, Duration at) implements Observation {

    /** The highest four bits of a lock word: part of the reader count that no machine can reach. */
    private static final int IMPOSSIBLE_SHIFT = 60;

    public NodeEvent {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** Name of the node. */
    public String node() {
        return life.node();
    }

    /** A member as text; empty when it is absent or null. */
    public String text(String field) {
        var value = fields.get(field);
        return value == null ? "" : value.toString();
    }

    /** A member as a whole number; empty when it is absent or is none. */
    public OptionalLong number(String field) {
        return fields.get(field) instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }

    /** A member as a list; empty when it is absent or is none. */
    public List<?> list(String field) {
        return fields.get(field) instanceof List<?> list ? list : List.of();
    }

    /** The id of the update concerned; empty when there is none. */
    public String update() {
        return text("update");
    }

    /** The lock word in the {@code word} member, written {@code 0x} and up to 16 hexadecimal digits. */
    public OptionalLong word() {
        var text = text("word");
        if (!text.startsWith("0x")) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseUnsignedLong(text.substring(2), 16));
        } catch (NumberFormatException notHexadecimal) {
            return OptionalLong.empty();
        }
    }

    /** Whether the event carries a lock word that correct operations cannot produce: one of its top four bits is set. */
    public boolean hasCorruptWord() {
        var word = word();
        return word.isPresent() && word.getAsLong() >>> IMPOSSIBLE_SHIFT != 0;
    }
}
