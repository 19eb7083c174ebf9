package dev.gridlock.proxy.route.broken;

import dev.gridlock.proxy.catalog.ApplicationEntry;
import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.ReadGuard;
import dev.gridlock.proxy.route.Lookup;
import dev.gridlock.proxy.route.RouteOutcome;
import java.util.Optional;
import java.util.function.Function;

/**
 * An early return leaves without giving the shared hold back: that for an application none of whose machines can take the
 * request, which happens whenever an update stops or moves its last one. From then on the lock counts a reader that has
 * long gone, and no write succeeds until the process is restarted.
 *
 * <p>Stands for https://github.com/389ds/389-ds-base/issues/4667: readers that left on an error path were counted for ever,
 * fourteen of them with five threads alive, until a writer came and all searches stood still behind it.
 */
final class LeakedReader implements Lookup {

    private final Catalog catalog;
    private final Lookup sound;

    /** @param sound asked for applications that are not in the catalog, after the guard has been given back */
    LeakedReader(Catalog catalog, Lookup sound) {
        this.catalog = catalog;
        this.sound = sound;
    }

    @Override
    @SuppressWarnings("resource") // the guard that is not closed on one of the ways out is what this class is for
    public RouteOutcome lookUp(String app, Function<? super ApplicationEntry, ? extends RouteOutcome> choice) {
        ReadGuard guard = catalog.openRead("route", app);
        Optional<RouteOutcome> chosen = guard.view().application(app).map(choice);
        if (chosen.isPresent() && chosen.get() instanceof RouteOutcome.NoneHealthy) {
            return chosen.get();
        }
        guard.close();
        return chosen.orElseGet(() -> sound.lookUp(app, choice));
    }
}
