package dev.gridlock.store.storage;

import dev.gridlock.store.config.StoreConfig;
import java.time.Duration;

/**
 * Keeps the write-ahead log small. SQLite starts the log over by itself, but only when no reader is in the way at that moment, and
 * never gives its space back; a log that has grown past the threshold is moved into the database file and cut, between two writes.
 */
public final class WalTruncation {
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final long BYTES_PER_MIB = 1 << 20;

    private final Database database;
    private final long thresholdBytes;

    /** Watches the log of the given storage. */
    public WalTruncation(Storage storage, StoreConfig.Db config) {
        this.database = storage.database();
        this.thresholdBytes = config.limits().walThresholdMb() * BYTES_PER_MIB;
    }

    /** Looks at the log every few seconds, until interrupted. One thread runs this. */
    public void run() throws InterruptedException {
        while (true) {
            Thread.sleep(PAUSE);
            truncateIfLarge();
        }
    }

    /**
     * Cuts the log when it is larger than the threshold.
     *
     * @return whether it was cut; a reader in the way puts it off
     */
    boolean truncateIfLarge() {
        return database.walBytes() > thresholdBytes && database.truncateWal();
    }
}
