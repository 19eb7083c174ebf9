package dev.gridlock.store.sql;

import dev.gridlock.store.value.SqlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One SQL statement with a value for each of its parameters. Immutable.
 *
 * @param text the statement
 * @param arguments values by parameter index, the first at index 0
 */
public record BoundStatement(SqlText text, List<SqlValue> arguments) {
    public BoundStatement {
        arguments = List.copyOf(arguments);
    }

    /**
     * Binds values by position.
     *
     * @throws ParameterMismatchException when their number is not the number of parameters
     */
    public static BoundStatement positional(SqlText text, List<SqlValue> values)
            throws SqlSyntaxException, ParameterMismatchException {
        int expected = highestIndex(text.parameters());
        if (values.size() != expected) {
            throw new ParameterMismatchException(
                    "found " + values.size() + " parameters, expected " + expected + " for: " + text.sql());
        }
        return new BoundStatement(text, values);
    }

    /**
     * Binds values by name; names include their first character ({@code ":id"}).
     *
     * @throws ParameterMismatchException when a name is not in the statement or a parameter has no value
     */
    public static BoundStatement named(SqlText text, Map<String, SqlValue> values)
            throws SqlSyntaxException, ParameterMismatchException {
        Map<String, Integer> indexes = text.parameters();
        for (String name : values.keySet()) {
            if (!indexes.containsKey(name)) {
                throw new ParameterMismatchException("found a value for parameter " + name + ", expected one of "
                        + indexes.keySet() + " for: " + text.sql());
            }
        }
        List<SqlValue> arguments = new ArrayList<>();
        int highest = highestIndex(indexes);
        for (int i = 0; i < highest; i++) {
            arguments.add(SqlValue.Null.VALUE);
        }
        for (Map.Entry<String, Integer> parameter : indexes.entrySet()) {
            SqlValue value = values.get(parameter.getKey());
            if (value == null) {
                throw new ParameterMismatchException("found no value for parameter " + parameter.getKey()
                        + ", expected one for each of " + indexes.keySet() + " in: " + text.sql());
            }
            arguments.set(parameter.getValue() - 1, value);
        }
        return new BoundStatement(text, arguments);
    }

    private static int highestIndex(Map<String, Integer> indexes) {
        return indexes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
