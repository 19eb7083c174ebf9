package dev.gridlock.store.storage;

import dev.gridlock.store.sql.SqlText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One replicated table.
 *
 * @param name its name
 * @param key the columns of the primary key, in the order of the key
 * @param values the other columns, in the order of the table
 */
public record TableSchema(String name, List<Column> key, List<Column> values) {
    public TableSchema {
        key = List.copyOf(key);
        values = List.copyOf(values);
    }

    /**
     * One column.
     *
     * @param name its name
     * @param type the declared type, empty for none
     * @param notNull whether NULL is refused
     * @param fallback SQL text of the default, null for none
     */
    public record Column(
            String name,
            String type,
            boolean notNull,
            @Nullable String fallback) {
        String quoted() {
            return SqlText.quote(name);
        }

        String definition() {
            return quoted() + " " + type + (notNull ? " NOT NULL" : "")
                    + (fallback == null ? "" : " DEFAULT " + fallback);
        }
    }

    /** The column outside the key that has this name. */
    public Optional<Column> value(String column) {
        return values.stream().filter(c -> c.name().equals(column)).findFirst();
    }

    String quoted() {
        return SqlText.quote(name);
    }

    /** The table that holds the column versions. */
    String clock() {
        return SqlText.quote(name + "__crsql_clock");
    }

    /** Key columns of the clock table: {@code k1, k2, ...}, so that no column name of the user can collide. */
    String clockKey(String prefix) {
        return numbered(prefix + "k", key.size(), ", ");
    }

    String keyColumns(String prefix) {
        return key.stream().map(c -> prefix + c.quoted()).collect(Collectors.joining(", "));
    }

    String valueColumns(String prefix) {
        return values.stream().map(c -> prefix + c.quoted()).collect(Collectors.joining(", "));
    }

    /** {@code "a" = ? AND "b" = ?} over the key. */
    String keyEquals() {
        return key.stream().map(c -> c.quoted() + " = ?").collect(Collectors.joining(" AND "));
    }

    /** {@code k1 = ? AND k2 = ?} over the key of the clock table, each column behind the prefix. */
    String clockKeyEquals(String prefix) {
        StringBuilder condition = new StringBuilder();
        for (int i = 1; i <= key.size(); i++) {
            condition
                    .append(i == 1 ? "" : " AND ")
                    .append(prefix)
                    .append('k')
                    .append(i)
                    .append(" = ?");
        }
        return condition.toString();
    }

    /** {@code b."a" = c.k1 AND b."b" = c.k2}: a row of this table and one of its clock table are about the same row. */
    String keyEqualsClock(String row, String clock) {
        StringBuilder condition = new StringBuilder();
        for (int i = 1; i <= key.size(); i++) {
            condition.append(i == 1 ? "" : " AND ").append(row).append('.');
            condition
                    .append(key.get(i - 1).quoted())
                    .append(" = ")
                    .append(clock)
                    .append(".k")
                    .append(i);
        }
        return condition.toString();
    }

    private static String numbered(String prefix, int count, String separator) {
        StringBuilder list = new StringBuilder();
        for (int i = 1; i <= count; i++) {
            list.append(i == 1 ? "" : separator).append(prefix).append(i);
        }
        return list.toString();
    }
}
