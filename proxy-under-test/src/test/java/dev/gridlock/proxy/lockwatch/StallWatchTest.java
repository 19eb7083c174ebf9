package dev.gridlock.proxy.lockwatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.catalog.WriteOutcome;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.Tree;
import dev.gridlock.proxy.inflight.LockMode;
import dev.gridlock.proxy.inflight.LockOperation;
import dev.gridlock.proxy.lock.CatalogLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real threads on real locks; how long anything lasts is decided by how often the sampler looks. */
class StallWatchTest {

    private final WatchedCatalog watched = new WatchedCatalog(CatalogLocks.create("parking-lot-0.12.5"));

    @Test
    void tellsOnceOfAThreadThatWaitsForItself() throws InterruptedException {
        Thread.ofVirtual()
                .name("if-let")
                .start(() -> watched.catalog.read(
                        "route",
                        "shop",
                        view -> watched.catalog.write("lazy-load", "shop", "u-1", WriteTimeout.none(), edit -> true)));
        watched.awaitAsleep(1);
        lookUntilTold("deadlock");
        lookFor(Duration.ofMillis(300));

        assertThat(watched.events.named("lock.stall")).hasSize(1);
        Map<?, ?> event = watched.events.named("lock.stall").getFirst();
        assertThat(event.get("label")).isEqualTo("lazy-load");
        assertThat(event.get("app")).isEqualTo("shop");
        assertThat(event.get("update")).isEqualTo("u-1");
        assertThat(event.get("word")).isEqualTo("0x000000000000001a");
        assertThat(event.get("waiterCount")).isEqualTo(1);
        assertThat(((Number) Tree.at(event, "forNanos")).longValue()).isGreaterThanOrEqualTo(100_000_000);
        assertThat(Tree.list(event, "holders"))
                .singleElement()
                .satisfies(holder -> assertThat(Tree.at(holder, "label")).isEqualTo("route"));
        assertThat(Tree.list(event, "cycle"))
                .singleElement()
                .satisfies(link -> assertThat(Tree.at(link, "behind")).isEqualTo("if-let"));
        assertThat(watched.stalls.kind()).isEqualTo(StallKind.DEADLOCK);
    }

    @Test
    void aHoldThatOutlivesItsWorkIsForgotten() throws InterruptedException {
        var idle = new CountDownLatch(1);
        Thread leaking = Thread.ofVirtual().name("leaking").start(() -> {
            LockOperation guard = watched.ledger.begin("route", "shop", "", LockMode.SHARED);
            watched.lock.lockShared();
            watched.ledger.acquired(guard);
            watched.ledger.workEnded();
            WatchedCatalog.waitFor(idle);
        });
        Events.until("the leaking thread is inside", () -> watched.ledger.granted() == 1);
        watched.writer("W", "u-2", WriteTimeout.none());
        lookUntilTold("leaked-guard");
        idle.countDown();
        leaking.join();
        lookFor(Duration.ofMillis(200));

        assertThat(watched.events.named("lock.stall")).singleElement().satisfies(event -> {
            assertThat(event.get("label")).isEqualTo("route");
            assertThat(event.get("because")).isEqualTo("its thread has finished the work that it was for");
        });
        assertThat(watched.stalls.kind()).isEqualTo(StallKind.LEAKED_GUARD);
    }

    @Test
    void shortAttemptsWithoutEndAreALivelock() throws InterruptedException {
        WatchedCatalog.Held reader = watched.reader("R").awaitInside();
        WriteTimeout brief = WriteTimeout.after(Duration.ofNanos(100_000));
        Thread retrying = Thread.ofVirtual().name("retrying").start(() -> {
            boolean written = false;
            while (!written) {
                written = watched.catalog.write("retry", "shop", "u-3", brief, edit -> true)
                        instanceof WriteOutcome.Written<?>;
            }
        });
        Events.until("many attempts", () -> watched.ledger.timeouts() > StallLimits.SHORT_ATTEMPTS);
        lookUntilTold("retry-livelock");
        Map<?, ?> event = watched.events.await("lock.stall", told -> "retry-livelock".equals(told.get("kind")));
        assertThat(event.get("label")).isEqualTo("retry");
        assertThat(event.get("update")).isEqualTo("u-3");
        assertThat(((Number) Tree.at(event, "attempts")).longValue())
                .isGreaterThanOrEqualTo(StallLimits.SHORT_ATTEMPTS);

        reader.release();
        retrying.join();
        assertThat(watched.ledger.failures()).isEmpty();
    }

    @Test
    void aHolderThatSleepsIsNamedAndTheNextEpisodeIsToldAgain() throws InterruptedException {
        for (int episode = 1; episode <= 2; episode++) {
            WatchedCatalog.Held reader = watched.reader("R").awaitInside();
            WatchedCatalog.Held writer = watched.writer("W", "u-1", WriteTimeout.none());
            watched.awaitAsleep(1);
            int soFar = episode;
            lookUntil(
                    "episode " + episode,
                    () -> watched.events.named("lock.stall").size() == soFar);
            reader.release();
            writer.release();
            writer.join();
            lookFor(Duration.ofMillis(200));
        }
        assertThat(watched.events.named("lock.stall"))
                .allSatisfy(event -> assertThat(event.get("kind")).isEqualTo("long-holder"))
                .allSatisfy(event -> assertThat(event.get("label")).isEqualTo("long"));
    }

    /** More threads than processors, readers and writers without end, looked at all the time: no stall. */
    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped"})
    void givesNoFalseAlarmUnderLoad(String lock) throws InterruptedException {
        var busy = new WatchedCatalog(CatalogLocks.create(lock), Duration.ofMillis(250));
        long end = System.nanoTime() + Duration.ofMillis(1_500).toNanos();
        var threads = new ArrayList<Thread>();
        for (int number = 0; number < 24; number++) {
            boolean writes = number % 4 == 0;
            threads.add(Thread.ofPlatform().start(() -> {
                while (System.nanoTime() - end < 0) {
                    if (writes) {
                        busy.catalog.write(
                                "w", "", "", WriteTimeout.after(Duration.ofMillis(5)), edit -> edit.isLoaded("shop"));
                    } else {
                        busy.catalog.read("r", "", view -> view.machineCount());
                    }
                }
            }));
        }
        while (System.nanoTime() - end < 0) {
            busy.sampler.look();
            Thread.sleep(5);
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(busy.events.named("lock.stall")).isEmpty();
        assertThat(busy.events.named("lock.waiters-without-holder")).isEmpty();
    }

    private void lookUntilTold(String kind) throws InterruptedException {
        lookUntil(
                kind,
                () -> watched.events.named("lock.stall").stream().anyMatch(event -> kind.equals(event.get("kind"))));
    }

    private void lookUntil(String what, BooleanSupplier told) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!told.getAsBoolean()) {
            assertThat(System.nanoTime()).as("looked for %s", what).isLessThan(end);
            watched.sampler.look();
            Thread.sleep(20);
        }
    }

    private void lookFor(Duration time) throws InterruptedException {
        for (long left = time.toMillis(); left > 0; left -= 20) {
            watched.sampler.look();
            Thread.sleep(20);
        }
    }
}
