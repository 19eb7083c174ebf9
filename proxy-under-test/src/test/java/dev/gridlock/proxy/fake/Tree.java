package dev.gridlock.proxy.fake;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Goes down into parsed JSON. */
public final class Tree {

    private Tree() {}

    /** The value at the end of the path through objects; fails if there is none. */
    public static Object at(@Nullable Object root, String... path) {
        @Nullable Object value = root;
        for (String step : path) {
            value = value instanceof Map<?, ?> map ? map.get(step) : null;
        }
        if (value == null) {
            throw new AssertionError("There is no " + String.join(".", path) + " in " + root);
        }
        return value;
    }

    /** The list at the end of the path. */
    public static List<?> list(@Nullable Object root, String... path) {
        if (at(root, path) instanceof List<?> list) {
            return list;
        }
        throw new AssertionError(String.join(".", path) + " is no list in " + root);
    }
}
