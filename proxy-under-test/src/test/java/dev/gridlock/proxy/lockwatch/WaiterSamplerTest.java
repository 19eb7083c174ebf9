package dev.gridlock.proxy.lockwatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.Tree;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.lock.ParkingLotRwLock;
import dev.gridlock.proxy.lock.RwLockVariant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class WaiterSamplerTest {

    @ParameterizedTest
    @EnumSource(names = {"V0_12_3", "V0_12_3_PR466A"})
    void tellsOnceOfAWriterThatSleepsOnAFreeLock(RwLockVariant variant) {
        var watched = new WatchedCatalog(new ParkingLotRwLock(variant));
        WatchedCatalog.Held second = leaveTheSecondWriterBehind(watched);
        assertThat(second.isInside()).isFalse();

        watched.sampler.look();
        assertThat(told(watched)).as("one look proves nothing").isEmpty();
        watched.sampler.look();
        watched.sampler.look();

        assertThat(told(watched)).hasSize(1);
        Map<?, ?> event = told(watched).getFirst();
        assertThat(event.get("word")).isEqualTo("0x0000000000000001");
        assertThat(event.get("update")).isEqualTo("u-2");
        assertThat(event.get("samples")).isEqualTo(2);
        assertThat(Tree.list(event, "waiters")).singleElement().satisfies(waiter -> {
            assertThat(Tree.at(waiter, "thread")).isEqualTo("W2");
            assertThat(Tree.at(waiter, "label")).isEqualTo("apply-change");
            assertThat(Tree.at(waiter, "mode")).isEqualTo("exclusive");
        });
        assertThat(Tree.at(event, "lastHolder", "thread")).isEqualTo("R");
        assertThat(watched.picture().kind()).isEqualTo(StallKind.LOST_WAKEUP);
        assertThat(watched.events.named("lock.corrupted")).isEmpty();

        // Another writer wakes the sleeper on its way out.
        watched.writer("W3", "u-3", WriteTimeout.none()).release();
        second.release();
        second.join();
    }

    @Test
    void aPasserByNeitherSavesTheSleeperNorHasItToldTwice() {
        var watched = new WatchedCatalog(new ParkingLotRwLock(RwLockVariant.V0_12_3_PR466A));
        leaveTheSecondWriterBehind(watched);
        watched.sampler.look();
        watched.sampler.look();
        WatchedCatalog.Held reader = watched.reader("R2").awaitInside();
        watched.sampler.look();
        assertThat(watched.picture().kind()).isEqualTo(StallKind.HELD);
        reader.release();
        reader.join();
        watched.sampler.look();
        watched.sampler.look();

        assertThat(told(watched)).hasSize(1);
    }

    @Test
    void theFixedLockGivesNoCause() {
        var watched = new WatchedCatalog(new ParkingLotRwLock(RwLockVariant.V0_12_5));
        WatchedCatalog.Held second = leaveTheSecondWriterBehind(watched);
        second.awaitInside();
        watched.sampler.look();
        watched.sampler.look();
        second.release();

        assertThat(told(watched)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("locks")
    void aLongHolderIsNoLostWakeup(String name) {
        var watched = new WatchedCatalog(CatalogLocks.create(name));
        WatchedCatalog.Held reader = watched.reader("R").awaitInside();
        WatchedCatalog.Held writer = watched.writer("W", "u-1", WriteTimeout.none());
        watched.awaitAsleep(1);
        for (int look = 0; look < 5; look++) {
            watched.sampler.look();
        }
        assertThat(watched.picture().kind()).isEqualTo(StallKind.HELD);
        reader.release();
        writer.release();
        writer.join();

        assertThat(told(watched)).isEmpty();
        assertThat(watched.picture().kind()).isEqualTo(StallKind.FREE);
    }

    /** Readers and writers without end, looked at all the time: whoever waits is woken soon, and nobody is told of. */
    @ParameterizedTest
    @MethodSource("locks")
    void givesNoFalseAlarmUnderLoad(String name) throws InterruptedException {
        var watched = new WatchedCatalog(CatalogLocks.create(name));
        long end = System.nanoTime() + Duration.ofMillis(400).toNanos();
        var threads = new ArrayList<Thread>();
        for (int number = 0; number < 6; number++) {
            boolean writes = number < 2;
            threads.add(Thread.ofVirtual().start(() -> {
                while (System.nanoTime() - end < 0) {
                    if (writes) {
                        watched.catalog.write("w", "", "", WriteTimeout.none(), edit -> edit.isLoaded("shop"));
                    } else {
                        watched.catalog.read("r", "", view -> view.machineCount());
                    }
                }
            }));
        }
        while (System.nanoTime() - end < 0) {
            watched.sampler.look();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(told(watched)).isEmpty();
    }

    static List<String> locks() {
        return List.of("parking-lot-0.12.5", "reentrant", "stamped");
    }

    /** R reads, W1 waits for R with a limit, W2 waits behind W1; W1 gives up, then R leaves. Returns W2's stay. */
    private static WatchedCatalog.Held leaveTheSecondWriterBehind(WatchedCatalog watched) {
        WatchedCatalog.Held reader = watched.reader("R").awaitInside();
        watched.writer("W1", "u-1", WriteTimeout.after(Duration.ofMillis(200)));
        watched.awaitAsleep(1);
        WatchedCatalog.Held second = watched.writer("W2", "u-2", WriteTimeout.none());
        watched.awaitAsleep(2);
        Events.until("W1 to give up", () -> watched.ledger.timeouts() == 1);
        reader.release();
        reader.join();
        return second;
    }

    private static List<Map<?, ?>> told(WatchedCatalog watched) {
        return watched.events.named("lock.waiters-without-holder");
    }
}
