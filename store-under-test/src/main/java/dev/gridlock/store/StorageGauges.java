package dev.gridlock.store;

import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.Storage;

/** Gauges that are read from the database's files and bookkeeping when somebody asks. Thread-safe. */
final class StorageGauges {
    private final StoreMetrics metrics;
    private final Storage storage;

    StorageGauges(StoreMetrics metrics, Storage storage) {
        this.metrics = metrics;
        this.storage = storage;
    }

    /** Brings the gauges up to date. */
    void refresh() {
        metrics.dbGapsSum.set((double) gaps());
        metrics.dbBufferedChanges.set((double) storage.bufferedChanges());
        metrics.dbWalSize.set((double) storage.database().walBytes());
    }

    /** Versions known to be missing. */
    long gaps() {
        return storage.versions().snapshot().values().stream()
                .flatMap(known -> known.need().stream())
                .mapToLong(VersionRange::length)
                .sum();
    }
}
