package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.Loading;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.route.usage.Hosts;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A catalog with everything that watches its lock, and threads that can be held inside. */
final class WatchedCatalog {

    private static final Duration INTERVAL = Duration.ofMillis(20);
    private static final Duration STALL_AFTER = Duration.ofMillis(100);

    final Events events = new Events();
    final LockLedger ledger = new LockLedger(16);
    final CatalogLock lock;
    final Catalog catalog;
    final StallWatch stalls;
    final WaiterSampler sampler;

    WatchedCatalog(CatalogLock lock) {
        this(lock, STALL_AFTER);
    }

    WatchedCatalog(CatalogLock lock, Duration stallAfter) {
        this.lock = lock;
        var log = new EventLog("node", events.stream(), new Json());
        var validator = new WordValidator(lock, log);
        catalog = new Catalog(
                lock, ledger, new LockEvents(log, validator, Duration.ofMillis(30)), Loading.EAGER, new Hosts());
        stalls = new StallWatch(lock, ledger, log, stallAfter, INTERVAL);
        sampler = new WaiterSampler(ledger, validator, stalls, log, INTERVAL);
    }

    /** A thread that reads until {@link Held#release()}. */
    Held reader(String name) {
        var held = new Held();
        held.thread = Thread.ofVirtual().name(name).start(() -> catalog.read("long", "", view -> held.stay()));
        return held;
    }

    /** A thread that writes once it gets in, and stays until {@link Held#release()}. */
    Held writer(String name, String update, WriteTimeout timeout) {
        var held = new Held();
        held.thread = Thread.ofVirtual()
                .name(name)
                .start(() -> catalog.write("apply-change", "shop", update, timeout, edit -> held.stay()));
        return held;
    }

    LockPicture picture() {
        return LockPicture.take(lock, ledger);
    }

    /** Waits until so many threads sleep on the lock. */
    void awaitAsleep(int waiters) {
        Events.until(
                waiters + " sleeping waiters",
                () -> picture().waiters().stream().filter(Seen::isAsleep).count() == waiters);
    }

    /** A thread's stay inside. */
    static final class Held {
        private final CountDownLatch inside = new CountDownLatch(1);
        private final CountDownLatch out = new CountDownLatch(1);
        private Thread thread = Thread.currentThread();

        boolean stay() {
            inside.countDown();
            return waitFor(out);
        }

        Held awaitInside() {
            if (!waitFor(inside)) {
                throw new AssertionError("The thread did not get in.");
            }
            return this;
        }

        boolean isInside() {
            return inside.getCount() == 0;
        }

        void release() {
            out.countDown();
        }

        void join() {
            try {
                if (!thread.join(Duration.ofSeconds(10))) {
                    throw new AssertionError("The thread did not end.");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static boolean waitFor(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
