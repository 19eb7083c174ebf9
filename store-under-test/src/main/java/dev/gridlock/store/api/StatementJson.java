package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonFactory;
import dev.gridlock.store.sql.BoundStatement;
import dev.gridlock.store.sql.ParameterMismatchException;
import dev.gridlock.store.sql.SqlSyntaxException;
import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.value.SqlValue;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Statements as the API takes them: {@code "SQL"}, {@code ["SQL", [values]]}, {@code ["SQL", {":name": value}]}, or an object
 * with {@code query} and {@code params} or {@code named_params}.
 */
final class StatementJson {
    private static final Set<String> OBJECT_KEYS = Set.of("query", "params", "named_params");

    private final JsonFactory json;

    StatementJson(JsonFactory json) {
        this.json = json;
    }

    /**
     * Reads one statement.
     *
     * @throws ApiException 422 when it has none of the shapes
     */
    BoundStatement read(@Nullable Object body)
            throws ApiException, SqlSyntaxException, ParameterMismatchException, IOException {
        return switch (body) {
            case String sql -> BoundStatement.positional(SqlText.of(sql).single(), List.of());
            case List<?> list -> ofList(list);
            case Map<?, ?> object -> ofObject(object);
            case null, default -> throw shape(body);
        };
    }

    private BoundStatement ofList(List<?> list)
            throws ApiException, SqlSyntaxException, ParameterMismatchException, IOException {
        if (list.size() != 2 || !(list.getFirst() instanceof String sql)) {
            throw shape(list);
        }
        SqlText text = SqlText.of(sql).single();
        return switch (list.get(1)) {
            case List<?> values -> BoundStatement.positional(text, values(values));
            case Map<?, ?> named -> BoundStatement.named(text, named(named));
            case null, default -> throw shape(list);
        };
    }

    private BoundStatement ofObject(Map<?, ?> object)
            throws ApiException, SqlSyntaxException, ParameterMismatchException, IOException {
        for (Object key : object.keySet()) {
            if (!OBJECT_KEYS.contains(String.valueOf(key))) {
                throw new ApiException(
                        422, "found key " + key + " in a statement, expected query, params or named_params");
            }
        }
        if (!(object.get("query") instanceof String sql)) {
            throw shape(object);
        }
        SqlText text = SqlText.of(sql).single();
        Object params = object.get("params");
        Object named = object.get("named_params");
        if ((params != null && !(params instanceof List<?>)) || (named != null && !(named instanceof Map<?, ?>))) {
            throw shape(object);
        }
        if (named instanceof Map<?, ?> byName && !byName.isEmpty()) {
            return BoundStatement.named(text, named(byName));
        }
        return BoundStatement.positional(text, params instanceof List<?> list ? values(list) : List.of());
    }

    private static ApiException shape(@Nullable Object found) {
        String text = String.valueOf(found);
        return new ApiException(
                422,
                "found " + (text.length() > 80 ? text.substring(0, 80) + "..." : text)
                        + ", expected a statement: \"SQL\", [\"SQL\", [values]], [\"SQL\", {\":name\": value}] or"
                        + " {\"query\": \"SQL\", \"params\": [values]}");
    }

    private List<SqlValue> values(List<?> list) throws IOException {
        List<SqlValue> values = new ArrayList<>();
        for (Object element : list) {
            values.add(value(element));
        }
        return values;
    }

    private Map<String, SqlValue> named(Map<?, ?> object) throws IOException {
        Map<String, SqlValue> values = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : object.entrySet()) {
            values.put(String.valueOf(entry.getKey()), value(entry.getValue()));
        }
        return values;
    }

    /** A list of byte values is a blob; any other list or object is kept as JSON text. */
    private SqlValue value(@Nullable Object value) throws IOException {
        return switch (value) {
            case null -> SqlValue.Null.VALUE;
            case Boolean truth -> SqlValue.of(truth ? 1L : 0L);
            case String text -> SqlValue.of(text);
            case Integer number -> SqlValue.of(number.longValue());
            case Long number -> SqlValue.of(number.longValue());
            case BigInteger number -> SqlValue.of(number.doubleValue());
            case Number number -> SqlValue.of(number.doubleValue());
            case List<?> list -> isBytes(list) ? SqlValue.of(bytes(list)) : SqlValue.of(JsonTree.write(json, list));
            case Object other -> SqlValue.of(JsonTree.write(json, other));
        };
    }

    private static boolean isBytes(List<?> list) {
        return list.stream().allMatch(e -> e instanceof Integer number && number >= 0 && number <= 255);
    }

    private static byte[] bytes(List<?> list) {
        byte[] bytes = new byte[list.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = ((Number) list.get(i)).byteValue();
        }
        return bytes;
    }
}
