package dev.gridlock.store;

import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Gauges that are read from the database's files and bookkeeping when somebody asks. Thread-safe. */
final class StorageGauges {
    private final StoreMetrics metrics;
    private final Storage storage;
    private final Path writeAheadLog;

    /**
     * @param database the database file
     */
    StorageGauges(StoreMetrics metrics, Storage storage, Path database) {
        this.metrics = metrics;
        this.storage = storage;
        this.writeAheadLog = database.resolveSibling(database.getFileName() + "-wal");
    }

    /** Brings the gauges up to date. */
    void refresh() {
        metrics.dbGapsSum.set((double) gaps());
        metrics.dbBufferedChanges.set((double) storage.bufferedChanges());
        metrics.dbWalSize.set((double) size(writeAheadLog));
    }

    /** Versions known to be missing. */
    long gaps() {
        return storage.versions().snapshot().values().stream()
                .flatMap(known -> known.need().stream())
                .mapToLong(VersionRange::length)
                .sum();
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": its size cannot be read: " + e, e);
        }
    }
}
