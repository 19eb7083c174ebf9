package dev.gridlock.proxy.feed;

import dev.gridlock.proxy.catalog.CatalogEdit;
import java.util.function.Consumer;

/** Writes one change that the store has told into the catalog. Thread-safe. Chosen where the node is put together. */
@FunctionalInterface
public interface ChangeWriter {

    /**
     * Runs {@code change} under the write lock, however often the lock must be asked for.
     *
     * @param label what for
     * @param app the application concerned
     * @param update the id of the update that is carried out; empty if unknown
     * @throws InterruptedException if the thread is interrupted between two tries; the change has not been made then
     */
    void apply(String label, String app, String update, Consumer<? super CatalogEdit> change)
            throws InterruptedException;
}
