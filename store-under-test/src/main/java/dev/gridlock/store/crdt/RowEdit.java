package dev.gridlock.store.crdt;

import java.util.Set;

/** What one local statement did to one row. */
public sealed interface RowEdit {
    /**
     * The row was inserted. On a row that is alive this is {@code INSERT OR REPLACE}: every column counts as written.
     *
     * @param columns all columns outside the primary key
     */
    record Inserted(Set<String> columns) implements RowEdit {
        public Inserted {
            columns = Set.copyOf(columns);
        }
    }

    /**
     * Columns of the row got other values.
     *
     * @param columns the columns whose value differs, outside the primary key
     */
    record Updated(Set<String> columns) implements RowEdit {
        public Updated {
            columns = Set.copyOf(columns);
        }
    }

    /** The row was deleted. */
    record Deleted() implements RowEdit {}
}
