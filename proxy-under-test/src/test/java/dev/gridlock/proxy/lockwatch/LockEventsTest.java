package dev.gridlock.proxy.lockwatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.lock.CatalogLocks;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LockEventsTest {

    @Test
    void everyWriteIsToldAndAReadOnlyWhenItWasSlow() throws InterruptedException {
        var watched = new WatchedCatalog(CatalogLocks.create("parking-lot-0.12.5"));
        watched.catalog.read("route", "shop", view -> view.machineCount());
        watched.catalog.write("apply-change", "shop", "u-1", WriteTimeout.none(), edit -> edit.isLoaded("shop"));

        assertThat(watched.events.named("lock.slow")).isEmpty();
        Map<?, ?> write = watched.events.named("catalog.write").getFirst();
        assertThat(write.get("update")).isEqualTo("u-1");
        assertThat(write.get("app")).isEqualTo("shop");

        WatchedCatalog.Held reader = watched.reader("R").awaitInside();
        Thread.sleep(40);
        reader.release();
        reader.join();

        Map<?, ?> slow = watched.events.named("lock.slow").getFirst();
        assertThat(slow.get("mode")).isEqualTo("shared");
        assertThat(slow.get("label")).isEqualTo("long");
        assertThat((Integer) slow.get("heldNanos")).isGreaterThan(30_000_000);
        assertThat(slow.containsKey("update")).isFalse();
    }

    @Test
    void aQuickReadIsToldWhenALookHasFoundItInsideForLong() {
        var watched = new WatchedCatalog(CatalogLocks.create("parking-lot-0.12.5"));
        watched.catalog.read("first", "", view -> true);
        watched.catalog.read("second", "", view -> true);
        watched.catalog.read("third", "shop", view -> {
            watched.sampler.look();
            assertThat(watched.picture().holders())
                    .singleElement()
                    .satisfies(holder -> assertThat(holder.label()).isEqualTo("third"));
            return pause(40);
        });
        watched.catalog.read("fourth", "", view -> true);

        assertThat(watched.events.named("lock.slow")).singleElement().satisfies(slow -> {
            assertThat(slow.get("label")).isEqualTo("third");
            assertThat(slow.get("app")).isEqualTo("shop");
            assertThat((Integer) slow.get("heldNanos")).isGreaterThan(30_000_000);
        });
    }

    private static boolean pause(int millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aThreadThatWaitsForItselfIsSeenAsThat() {
        var watched = new WatchedCatalog(CatalogLocks.create("parking-lot-0.12.5"));
        Thread.ofVirtual()
                .name("if-let")
                .start(() -> watched.catalog.read(
                        "route",
                        "shop",
                        view -> watched.catalog.write("lazy-load", "shop", "u-1", WriteTimeout.none(), edit -> true)));
        watched.awaitAsleep(1);

        assertThat(watched.picture().kind()).isEqualTo(StallKind.DEADLOCK);
    }
}
