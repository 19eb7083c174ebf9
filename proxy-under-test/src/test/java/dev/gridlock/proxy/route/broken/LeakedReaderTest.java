package dev.gridlock.proxy.route.broken;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.catalog.WriteOutcome;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.fake.LockedCatalog;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.route.CatalogLookup;
import dev.gridlock.proxy.route.Lookup;
import dev.gridlock.proxy.route.Route;
import dev.gridlock.proxy.route.RouteOutcome;
import dev.gridlock.proxy.route.usage.Hosts;
import dev.gridlock.proxy.route.usage.MachineUse;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeakedReaderTest {

    private static final RouteOutcome NONE_HEALTHY = new RouteOutcome.NoneHealthy(0, 1);
    private static final RouteOutcome CHOSEN = new RouteOutcome.Chosen(
            new Route("m-1", "127.0.0.1:1", "waw", new MachineUse(), new Hosts().at("127.0.0.1:1")));

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped", "signal-stealing"})
    void noWriteSucceedsAfterARequestThatFoundNoHealthyMachine(String lock) {
        var locked = locked(lock);
        var lookup = new LeakedReader(locked.catalog(), sound(locked));
        request(lookup, "shop", CHOSEN);
        request(lookup, "attic", CHOSEN);
        assertThat(write(locked)).isInstanceOf(WriteOutcome.Written.class);

        Thread request = request(lookup, "shop", NONE_HEALTHY);

        assertThat(write(locked)).isInstanceOf(WriteOutcome.TimedOut.class);
        assertThat(locked.picture().holders()).singleElement().satisfies(holder -> {
            assertThat(holder.label()).isEqualTo("route");
            assertThat(holder.threadId()).isEqualTo(request.threadId());
            assertThat(holder.state()).isEqualTo(Thread.State.TERMINATED);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped", "signal-stealing"})
    void theSoundLookUpGivesItsHoldBack(String lock) {
        var locked = locked(lock);

        request(sound(locked), "shop", NONE_HEALTHY);

        assertThat(write(locked)).isInstanceOf(WriteOutcome.Written.class);
        assertThat(locked.picture().holders()).isEmpty();
    }

    private static LockedCatalog locked(String lock) {
        var locked = new LockedCatalog(CatalogLocks.create(lock));
        locked.fill("shop");
        return locked;
    }

    private static Lookup sound(LockedCatalog locked) {
        return new CatalogLookup(locked.catalog(), Optional.empty());
    }

    /** A request from its beginning to its end, on a thread of its own. */
    private static Thread request(Lookup lookup, String app, RouteOutcome choice) {
        Thread request = Thread.ofVirtual().start(() -> lookup.lookUp(app, entry -> choice));
        LockedCatalog.join(request);
        return request;
    }

    private static WriteOutcome<Boolean> write(LockedCatalog locked) {
        return locked.catalog()
                .write(
                        "apply-change",
                        "shop",
                        "u-2",
                        WriteTimeout.after(Duration.ofMillis(20)),
                        edit -> edit.isLoaded("shop"));
    }
}
