package dev.gridlock.proxy.route.broken;

import dev.gridlock.proxy.catalog.ApplicationEntry;
import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.ReadGuard;
import dev.gridlock.proxy.route.Lookup;
import dev.gridlock.proxy.route.RouteOutcome;
import java.util.Optional;
import java.util.function.Function;

/**
 * Takes a second shared hold inside the first. It goes well until a writer begins to wait between the two: the writer waits
 * for the first hold, the second waits behind the writer, and both holds belong to one thread.
 *
 * <p>Stands for the recursive read of https://github.com/Amanieu/parking_lot/issues/212 and its cousins in Go, where a
 * method that holds the read lock calls another one that takes it again
 * (https://github.com/l7mp/stunner-gateway-operator/pull/72, https://github.com/couchbase/sync_gateway/pull/7322). The inner
 * look makes sure that the application has not gone away during the choice, which the outer one rules out already. So the
 * gap is as long as the choice.
 *
 * <p>With a time limit on the writes the deadlock ends when the writer gives up, and comes back with its next try. The JDK's
 * locks are immune: {@code reentrant} knows its readers, and {@code stamped} lets a reader overtake writers that wait.
 */
final class NestedRead implements Lookup {

    private final Catalog catalog;
    private final Lookup sound;

    /** @param sound asked for applications that are not in the catalog, after the guard has been given back */
    NestedRead(Catalog catalog, Lookup sound) {
        this.catalog = catalog;
        this.sound = sound;
    }

    @Override
    public RouteOutcome lookUp(String app, Function<? super ApplicationEntry, ? extends RouteOutcome> choice) {
        try (ReadGuard guard = catalog.openRead("route", app)) {
            Optional<RouteOutcome> chosen = guard.view().application(app).map(choice);
            if (chosen.isPresent() && isStillThere(app)) {
                return chosen.get();
            }
        }
        return sound.lookUp(app, choice);
    }

    private boolean isStillThere(String app) {
        try (ReadGuard guard = catalog.openRead("route-check", app)) {
            return guard.view().application(app).isPresent();
        }
    }
}
