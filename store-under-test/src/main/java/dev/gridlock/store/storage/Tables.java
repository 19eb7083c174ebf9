package dev.gridlock.store.storage;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The replicated tables as they are now. Thread-safe. Tables and columns are added at run time and never go away, so what was read
 * here a moment ago is still true.
 */
public final class Tables {
    private volatile SortedMap<String, TableSchema> current;

    Tables(SortedMap<String, TableSchema> tables) {
        this.current = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    }

    /** All tables by name, at this moment. */
    public SortedMap<String, TableSchema> current() {
        return current;
    }

    void replace(SortedMap<String, TableSchema> tables) {
        current = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
    }
}
