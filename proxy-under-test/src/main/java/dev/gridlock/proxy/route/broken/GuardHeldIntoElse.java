package dev.gridlock.proxy.route.broken;

import dev.gridlock.proxy.catalog.ApplicationEntry;
import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.LazyLoader;
import dev.gridlock.proxy.catalog.LoadResult;
import dev.gridlock.proxy.catalog.ReadGuard;
import dev.gridlock.proxy.route.CatalogLookup;
import dev.gridlock.proxy.route.Lookup;
import dev.gridlock.proxy.route.RouteOutcome;
import java.util.Optional;
import java.util.function.Function;

/**
 * The read guard outlives the branch that needed it: the else branch loads the application under the write lock, and the
 * write waits, without a time limit, for a reader that is the same thread.
 *
 * <p>Stands for the outage of Fly.io's proxies of 2024-09-01 (https://fly.io/blog/corrosion/ and
 * https://fly.io/blog/parking-lot-ffffffffffffffff/): {@code if let Some(app) = catalog.read().get(id) { .. } else { .. }}
 * keeps the guard to the end of the else arm, in Rust's editions before 2024. The row that led every proxy of the fleet
 * into that arm travelled by gossip. Here it is the row of an application that the store has and the catalog has not: the
 * first request for it in each region is the last that its proxy looks up. An application that the store does not have
 * either does no harm, since nothing is written for it.
 *
 * <p>With a lock whose pending writers keep readers out nobody gets in any more; with one that admits readers meanwhile,
 * only writes stand still.
 */
final class GuardHeldIntoElse implements Lookup {

    private final Catalog catalog;
    private final LazyLoader loader;
    private final CatalogLookup sound;

    /** @param loader waits for the write lock without a limit, as the incident's code did */
    GuardHeldIntoElse(Catalog catalog, LazyLoader loader) {
        this.catalog = catalog;
        this.loader = loader;
        sound = new CatalogLookup(catalog, Optional.of(loader));
    }

    @Override
    public RouteOutcome lookUp(String app, Function<? super ApplicationEntry, ? extends RouteOutcome> choice) {
        LoadResult loaded;
        try (ReadGuard guard = catalog.openRead("route", app)) {
            Optional<ApplicationEntry> entry = guard.view().application(app);
            if (entry.isPresent()) {
                return choice.apply(entry.get());
            } else {
                loaded = loader.load(app);
            }
        }
        return sound.afterLoad(loaded, app, choice);
    }
}
