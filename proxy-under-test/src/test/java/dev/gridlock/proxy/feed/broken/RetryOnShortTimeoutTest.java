package dev.gridlock.proxy.feed.broken;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.LockedCatalog;
import dev.gridlock.proxy.feed.CatalogWriter;
import dev.gridlock.proxy.feed.ChangeWriter;
import dev.gridlock.proxy.lock.CatalogLocks;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryOnShortTimeoutTest {

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped"})
    void triesGoUpAndWritesDoNot(String lock) {
        var locked = new LockedCatalog(CatalogLocks.create(lock));
        locked.fill("shop");
        var broken = new RetryOnShortTimeout(locked.catalog(), sound(locked));
        var interrupted = new AtomicBoolean();
        Thread feed = Thread.ofVirtual().start(() -> {
            try {
                apply(broken, "shop");
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
        });

        Events.until("50 tries", () -> locked.ledger().timeouts() >= 50);

        assertThat(locked.writes()).isEqualTo(1);
        boolean loaded = locked.catalog()
                .read("route", "shop", view -> view.application("shop").isPresent());
        assertThat(loaded).as("a reader gets in between two tries").isTrue();
        long before = locked.ledger().timeouts();
        Events.until("more tries", () -> locked.ledger().timeouts() > before);
        assertThat(locked.writes()).isEqualTo(1);

        feed.interrupt();
        LockedCatalog.join(feed);
        assertThat(interrupted).isTrue();
        assertThat(locked.picture().holders()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped"})
    void theSoundWriterNeedsOneTry(String lock) throws InterruptedException {
        var locked = new LockedCatalog(CatalogLocks.create(lock));
        locked.fill("shop");

        apply(sound(locked), "shop");

        assertThat(locked.writes()).isEqualTo(2);
        assertThat(locked.ledger().timeouts()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = "parking-lot-0.12.5")
    void anApplicationThatIsNewIsWrittenAsItShouldBe(String lock) throws InterruptedException {
        var locked = new LockedCatalog(CatalogLocks.create(lock));

        apply(new RetryOnShortTimeout(locked.catalog(), sound(locked)), "forum");

        assertThat(locked.writes()).isEqualTo(1);
    }

    private static ChangeWriter sound(LockedCatalog locked) {
        return new CatalogWriter(locked.catalog(), WriteTimeout.after(Duration.ofSeconds(10)), Duration.ZERO);
    }

    private static void apply(ChangeWriter writer, String app) throws InterruptedException {
        writer.apply("apply-change", app, "u-2", edit -> edit.load(LockedCatalog.rows(app)));
    }
}
