package dev.gridlock.proxy.feed.broken;

import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.CatalogEdit;
import dev.gridlock.proxy.catalog.ReadGuard;
import dev.gridlock.proxy.catalog.WriteOutcome;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.feed.ChangeWriter;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Asks for the write lock for one millisecond at a time and tries again at once, for ever. Nothing waits without a limit, so
 * nothing is a deadlock; tries go up, writes do not.
 *
 * <p>Stands for https://github.com/risingwavelabs/risingwave/pull/23902, where the handler of an event queue called
 * {@code try_write_for(1 ms)} until it succeeded: it never did, the handler was wedged, the log filled with warnings and the
 * processor was busy. There the lock had been corrupted (https://github.com/Amanieu/parking_lot/issues/465). Here what keeps
 * the write out is the handler itself: the guard of its own look at the application is open while it tries. Unlike readers
 * that happen to overlap, that holds on every lock and under any load, and readers still get in between two tries.
 */
final class RetryOnShortTimeout implements ChangeWriter {

    private static final WriteTimeout SHORT = WriteTimeout.after(Duration.ofMillis(1));

    private final Catalog catalog;
    private final ChangeWriter sound;

    /** @param sound writes changes of applications that are not in the catalog, after the guard has been given back */
    RetryOnShortTimeout(Catalog catalog, ChangeWriter sound) {
        this.catalog = catalog;
        this.sound = sound;
    }

    @Override
    public void apply(String label, String app, String update, Consumer<? super CatalogEdit> change)
            throws InterruptedException {
        try (ReadGuard guard = catalog.openRead("find", app)) {
            if (guard.view().application(app).isPresent()) {
                while (!isWritten(label, app, update, change)) {
                    if (Thread.interrupted()) {
                        throw new InterruptedException("the node is closing");
                    }
                }
                return;
            }
        }
        sound.apply(label, app, update, change);
    }

    private boolean isWritten(String label, String app, String update, Consumer<? super CatalogEdit> change) {
        WriteOutcome<Boolean> outcome = catalog.write(label, app, update, SHORT, edit -> {
            change.accept(edit);
            return true;
        });
        return outcome instanceof WriteOutcome.Written<Boolean>;
    }
}
