package dev.gridlock.proxy.route.broken;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.fake.LockedCatalog;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.lockwatch.LockPicture;
import dev.gridlock.proxy.lockwatch.StallKind;
import dev.gridlock.proxy.route.CatalogLookup;
import dev.gridlock.proxy.route.RouteOutcome;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardHeldIntoElseTest {

    private static final RouteOutcome FOUND = new RouteOutcome.NoneHealthy(1, 1);

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped"})
    void theFirstLookUpOfAnApplicationThatIsNotThereWaitsForItself(String lock) {
        var locked = new LockedCatalog(CatalogLocks.create(lock));
        var lookup = new GuardHeldIntoElse(locked.catalog(), locked.loader(WriteTimeout.none()));
        locked.fill("shop");
        assertThat(lookup.lookUp("shop", entry -> FOUND)).isSameAs(FOUND);
        assertThat(locked.picture().kind()).isEqualTo(StallKind.FREE);

        Thread request = Thread.ofVirtual().start(() -> lookup.lookUp("forum", entry -> FOUND));

        locked.await(StallKind.DEADLOCK, 1);
        LockPicture picture = locked.picture();
        assertThat(picture.holders()).singleElement().satisfies(holder -> {
            assertThat(holder.label()).isEqualTo("route");
            assertThat(holder.threadId()).isEqualTo(request.threadId());
        });
        assertThat(picture.waiters().getFirst().threadId()).isEqualTo(request.threadId());
        assertThat(picture.waiters().getFirst().app()).isEqualTo("forum");
    }

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped"})
    void theSoundLookUpLoadsIt(String lock) {
        var locked = new LockedCatalog(CatalogLocks.create(lock));
        var lookup = new CatalogLookup(locked.catalog(), Optional.of(locked.loader(WriteTimeout.none())));

        assertThat(lookup.lookUp("forum", entry -> FOUND)).isSameAs(FOUND);

        assertThat(locked.writes()).isEqualTo(1);
        assertThat(locked.picture().kind()).isEqualTo(StallKind.FREE);
        assertThat(locked.picture().holders()).isEmpty();
    }
}
