package dev.gridlock.proxy.feed.broken;

import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.CatalogEdit;
import dev.gridlock.proxy.catalog.ReadGuard;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.feed.ChangeWriter;
import java.util.function.Consumer;

/**
 * Looks under a read guard whether the application is in the catalog; for one that is not, the else branch writes while the
 * guard is still open, without a time limit, and so waits for itself.
 *
 * <p>Stands for the same outage as {@code guard-held-into-else}, on the path that the outage took: 2024-09-01, Fly.io
 * (https://fly.io/blog/corrosion/). The row was about an application that nobody used, every proxy received it within
 * seconds, and each one locked up as it applied it. Needs a catalog that takes every application ({@code loading =
 * "eager"}): a lazy one passes over changes of applications that it has not loaded.
 */
final class GuardHeldWhileApplying implements ChangeWriter {

    private final Catalog catalog;
    private final ChangeWriter sound;

    /** @param sound writes changes of applications that are in the catalog, after the guard has been given back */
    GuardHeldWhileApplying(Catalog catalog, ChangeWriter sound) {
        this.catalog = catalog;
        this.sound = sound;
    }

    @Override
    public void apply(String label, String app, String update, Consumer<? super CatalogEdit> change)
            throws InterruptedException {
        try (ReadGuard guard = catalog.openRead("find", app)) {
            if (guard.view().application(app).isEmpty()) {
                catalog.write(label, app, update, WriteTimeout.none(), edit -> {
                    change.accept(edit);
                    return true;
                });
                return;
            }
        }
        sound.apply(label, app, update, change);
    }
}
