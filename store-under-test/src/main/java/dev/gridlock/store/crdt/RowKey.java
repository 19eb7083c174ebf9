package dev.gridlock.store.crdt;

import dev.gridlock.store.value.SqlValue;
import java.util.List;

/** The identity of a row: its table and the values of its primary key, in the order of the key's columns. */
public record RowKey(String table, List<SqlValue> key) {
    public RowKey {
        key = List.copyOf(key);
    }

    @Override
    public String toString() {
        return table + key;
    }
}
