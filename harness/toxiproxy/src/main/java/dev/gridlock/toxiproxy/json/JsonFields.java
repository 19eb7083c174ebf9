package dev.gridlock.toxiproxy.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The fields of a JSON object, asked for by name and kind. Names match in any case, the last one wins. Immutable. */
public final class JsonFields {
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");

    private final String where;
    private final Map<String, Object> values;

    private JsonFields(String where, Map<String, Object> values) {
        this.where = where;
        this.values = values;
    }

    static JsonFields of(String where, @Nullable Object value) throws BadBodyException {
        Map<String, Object> values = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> object) {
            object.forEach((name, field) -> {
                if (field != null) {
                    values.put(String.valueOf(name).toLowerCase(Locale.ROOT), field);
                }
            });
        } else if (value != null) {
            throw new BadBodyException("found " + kind(value) + " in " + where + ", expected an object");
        }
        return new JsonFields(where, values);
    }

    static String kind(Object value) {
        return switch (value) {
            case String _ -> "a string";
            case Boolean _ -> "a boolean";
            case NumberText number -> "number " + number;
            case List<?> _ -> "a list";
            default -> "an object";
        };
    }

    /** Whether the field is there and not null. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /**
     * A text.
     *
     * @param otherwise when the field is missing
     */
    public String text(String name, String otherwise) throws BadBodyException {
        Object value = values.get(name);
        return switch (value) {
            case null -> otherwise;
            case String text -> text;
            default -> throw refused(name, value, "a string");
        };
    }

    /**
     * True or false.
     *
     * @param otherwise when the field is missing
     */
    public boolean flag(String name, boolean otherwise) throws BadBodyException {
        Object value = values.get(name);
        return switch (value) {
            case null -> otherwise;
            case Boolean flag -> flag;
            default -> throw refused(name, value, "a boolean");
        };
    }

    /**
     * An integer of 64 bits, written without fraction and exponent.
     *
     * @param otherwise when the field is missing
     */
    public long integer(String name, long otherwise) throws BadBodyException {
        Object value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof NumberText number && INTEGER.matcher(number.text()).matches()) {
            try {
                return Long.parseLong(number.text());
            } catch (NumberFormatException tooLarge) {
                throw refused(name, value, "an integer of 64 bits");
            }
        }
        throw refused(name, value, "an integer");
    }

    /**
     * A number, finite.
     *
     * @param otherwise when the field is missing
     */
    public float number(String name, float otherwise) throws BadBodyException {
        Object value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof NumberText text) {
            float number = Float.parseFloat(text.text());
            if (Float.isFinite(number)) {
                return number;
            }
        }
        throw refused(name, value, "a number of 32 bits");
    }

    /** The fields of an object inside; none when the field is missing. */
    public JsonFields object(String name) throws BadBodyException {
        return of("'" + name + "' of " + where, values.get(name));
    }

    private BadBodyException refused(String name, Object value, String expected) {
        return new BadBodyException(
                "found " + kind(value) + " for '" + name + "' in " + where + ", expected " + expected);
    }
}
