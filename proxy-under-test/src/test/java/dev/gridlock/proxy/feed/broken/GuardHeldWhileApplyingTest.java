package dev.gridlock.proxy.feed.broken;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.fake.LockedCatalog;
import dev.gridlock.proxy.feed.CatalogWriter;
import dev.gridlock.proxy.feed.ChangeWriter;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.lockwatch.StallKind;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardHeldWhileApplyingTest {

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped"})
    void oneRowOfAnApplicationThatNobodyKnowsStopsTheFeed(String lock) throws InterruptedException {
        var locked = new LockedCatalog(CatalogLocks.create(lock));
        var broken = new GuardHeldWhileApplying(locked.catalog(), sound(locked));
        locked.fill("shop");
        apply(broken, "shop");
        assertThat(locked.writes()).isEqualTo(2);

        Thread feed = Thread.ofVirtual().start(() -> applyUninterrupted(broken, "forum"));

        locked.await(StallKind.DEADLOCK, 1);
        assertThat(locked.picture().holders().getFirst().threadId()).isEqualTo(feed.threadId());
        assertThat(locked.picture().waiters().getFirst().label()).isEqualTo("apply-change");
        assertThat(locked.writes()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped"})
    void theSoundWriterAppliesIt(String lock) throws InterruptedException {
        var locked = new LockedCatalog(CatalogLocks.create(lock));

        apply(sound(locked), "forum");

        assertThat(locked.writes()).isEqualTo(1);
        assertThat(locked.picture().kind()).isEqualTo(StallKind.FREE);
    }

    private static ChangeWriter sound(LockedCatalog locked) {
        return new CatalogWriter(locked.catalog(), WriteTimeout.none(), Duration.ZERO);
    }

    private static void apply(ChangeWriter writer, String app) throws InterruptedException {
        writer.apply("apply-change", app, "u-2", edit -> edit.load(LockedCatalog.rows(app)));
    }

    private static void applyUninterrupted(ChangeWriter writer, String app) {
        try {
            apply(writer, app);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
