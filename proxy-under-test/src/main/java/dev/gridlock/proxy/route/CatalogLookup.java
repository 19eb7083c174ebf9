package dev.gridlock.proxy.route;

import dev.gridlock.proxy.catalog.ApplicationEntry;
import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.LazyLoader;
import dev.gridlock.proxy.catalog.LoadResult;
import java.util.Optional;
import java.util.function.Function;

/** The look-up as it should be: each hold is a closure of its own, and none is open while the application is loaded. */
public final class CatalogLookup implements Lookup {

    private final Catalog catalog;
    private final Optional<LazyLoader> loader;

    /**
     * Looks into one catalog.
     *
     * @param loader asked for an application that is not in the catalog; empty if the catalog holds all there are
     */
    public CatalogLookup(Catalog catalog, Optional<LazyLoader> loader) {
        this.catalog = catalog;
        this.loader = loader;
    }

    @Override
    public RouteOutcome lookUp(String app, Function<? super ApplicationEntry, ? extends RouteOutcome> choice) {
        Optional<RouteOutcome> known = known(app, choice);
        if (known.isPresent()) {
            return known.get();
        }
        if (loader.isEmpty()) {
            return new RouteOutcome.Unknown();
        }
        return afterLoad(loader.get().load(app), app, choice);
    }

    /** What {@code choice} says to the application in the catalog; empty if it is not there. */
    public Optional<RouteOutcome> known(String app, Function<? super ApplicationEntry, ? extends RouteOutcome> choice) {
        return catalog.read("route", app, view -> view.application(app).map(choice));
    }

    /** What to say once {@code app} has been loaded with this result. */
    public RouteOutcome afterLoad(
            LoadResult result, String app, Function<? super ApplicationEntry, ? extends RouteOutcome> choice) {
        return switch (result) {
            // It may have been deleted again between the load and this second look.
            case LoadResult.Inserted inserted -> known(app, choice).orElseGet(RouteOutcome.Unknown::new);
            case LoadResult.Fetched(ApplicationEntry entry) -> choice.apply(entry);
            case LoadResult.Absent absent -> new RouteOutcome.Unknown();
            case LoadResult.StoreFailed(String reason) -> new RouteOutcome.StoreFailed(reason);
        };
    }
}
