package dev.gridlock.proxy.fake;

import dev.gridlock.proxy.catalog.Application;
import dev.gridlock.proxy.catalog.ApplicationRows;
import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.CatalogObserver;
import dev.gridlock.proxy.catalog.LatestUpdates;
import dev.gridlock.proxy.catalog.LazyLoader;
import dev.gridlock.proxy.catalog.LoadWith;
import dev.gridlock.proxy.catalog.Loading;
import dev.gridlock.proxy.catalog.Machine;
import dev.gridlock.proxy.catalog.RecentChanges;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.inflight.LockMode;
import dev.gridlock.proxy.inflight.LockOperation;
import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lockwatch.LockPicture;
import dev.gridlock.proxy.lockwatch.Seen;
import dev.gridlock.proxy.lockwatch.StallKind;
import dev.gridlock.proxy.route.usage.Hosts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A catalog without a proxy around it, and a store beside it that has every application with one machine. */
public final class LockedCatalog {

    private final LockLedger ledger = new LockLedger(64);
    private final CatalogLock lock;
    private final Catalog catalog;
    private final AtomicInteger writes = new AtomicInteger();

    /** An empty eager catalog behind {@code lock}. */
    public LockedCatalog(CatalogLock lock) {
        this.lock = lock;
        var observer = new CatalogObserver() {
            @Override
            public void completed(LockOperation operation) {
                if (operation.mode() == LockMode.EXCLUSIVE) {
                    writes.incrementAndGet();
                }
            }

            @Override
            public void timedOut(LockOperation operation) {
                // The ledger counts them.
            }
        };
        catalog = new Catalog(lock, ledger, observer, Loading.EAGER, new Hosts());
    }

    public Catalog catalog() {
        return catalog;
    }

    public LockLedger ledger() {
        return ledger;
    }

    /** How many write closures have run. */
    public int writes() {
        return writes.get();
    }

    /** The rows that the store has of an application. */
    public static ApplicationRows rows(String app) {
        return new ApplicationRows(
                app,
                Optional.of(new Application(app, app, "u-1")),
                List.of(new Machine("m-" + app, app, "waw", "127.0.0.1:1", "started", "u-1")));
    }

    /** Puts an application into the catalog. */
    public void fill(String app) {
        catalog.write("fill", app, "", WriteTimeout.none(), edit -> {
            edit.load(rows(app));
            return true;
        });
    }

    /** A loader from that store. */
    public LazyLoader loader(WriteTimeout timeout) {
        var events = new EventLog("node", new Events().stream(), new Json());
        return new LazyLoader(
                catalog,
                LockedCatalog::rows,
                new RecentChanges(),
                new LatestUpdates(),
                new Hosts(),
                timeout,
                LoadWith.WRITE,
                events);
    }

    /** The lock as it looks now. */
    public LockPicture picture() {
        return LockPicture.take(lock, ledger);
    }

    /** Waits until the lock looks like that and {@code waiters} threads sleep on it. */
    public void await(StallKind kind, int waiters) {
        Events.until(waiters + " sleeping waiters and " + kind, () -> {
            LockPicture picture = picture();
            return picture.kind() == kind
                    && picture.waiters().size() == waiters
                    && picture.waiters().stream().allMatch(Seen::isAsleep);
        });
    }

    /** Waits for a latch without throwing anything checked. */
    public static void pass(CountDownLatch latch) {
        try {
            if (!latch.await(10, TimeUnit.SECONDS)) {
                throw new AssertionError("A latch stayed closed.");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for the end of a thread that is about to end. */
    public static void join(Thread thread) {
        try {
            if (!thread.join(Duration.ofSeconds(10))) {
                throw new AssertionError(thread.getName() + " did not end.");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
