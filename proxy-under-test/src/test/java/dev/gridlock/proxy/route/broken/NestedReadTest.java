package dev.gridlock.proxy.route.broken;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.fake.LockedCatalog;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.lockwatch.LockPicture;
import dev.gridlock.proxy.lockwatch.StallKind;
import dev.gridlock.proxy.route.CatalogLookup;
import dev.gridlock.proxy.route.Lookup;
import dev.gridlock.proxy.route.RouteOutcome;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NestedReadTest {

    private static final RouteOutcome FOUND = new RouteOutcome.NoneHealthy(1, 1);

    private record Played(Thread request, Thread writer) {}

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "signal-stealing"})
    void aWriterBetweenTheTwoReadsStopsEverybody(String lock) {
        var locked = locked(lock);
        Played played = play(locked, new NestedRead(locked.catalog(), sound(locked)));

        locked.await(StallKind.DEADLOCK, 2);
        LockPicture picture = locked.picture();
        assertThat(picture.holders()).singleElement().satisfies(holder -> {
            assertThat(holder.label()).isEqualTo("route");
            assertThat(holder.threadId()).isEqualTo(played.request().threadId());
        });
        assertThat(picture.waiters().stream().map(waiter -> waiter.label()).toList())
                .containsExactly("apply-change", "route-check");
    }

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "stamped", "signal-stealing", "reentrant"})
    void theSoundLookUpLetsTheWriterIn(String lock) {
        var locked = locked(lock);
        Played played = play(locked, sound(locked));

        LockedCatalog.join(played.request());
        LockedCatalog.join(played.writer());
        assertThat(locked.picture().kind()).isEqualTo(StallKind.FREE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reentrant", "stamped"})
    void theLocksOfTheJdkAreImmune(String lock) {
        var locked = locked(lock);
        Played played = play(locked, new NestedRead(locked.catalog(), sound(locked)));

        LockedCatalog.join(played.request());
        LockedCatalog.join(played.writer());
        assertThat(locked.picture().kind()).isEqualTo(StallKind.FREE);
    }

    private static LockedCatalog locked(String lock) {
        var locked = new LockedCatalog(CatalogLocks.create(lock));
        locked.fill("shop");
        return locked;
    }

    private static Lookup sound(LockedCatalog locked) {
        return new CatalogLookup(locked.catalog(), Optional.empty());
    }

    /** A request chooses a machine; while it does, a writer begins to wait; then the request goes on. */
    private static Played play(LockedCatalog locked, Lookup lookup) {
        var choosing = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Thread request = Thread.ofVirtual()
                .start(() -> lookup.lookUp("shop", entry -> {
                    choosing.countDown();
                    LockedCatalog.pass(goOn);
                    return FOUND;
                }));
        LockedCatalog.pass(choosing);
        Thread writer = Thread.ofVirtual()
                .start(() -> locked.catalog()
                        .write("apply-change", "shop", "u-2", WriteTimeout.none(), edit -> edit.isLoaded("shop")));
        locked.await(StallKind.HELD, 1);
        goOn.countDown();
        return new Played(request, writer);
    }
}
