package dev.gridlock.proxy.catalog;

import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.inflight.LockMode;
import dev.gridlock.proxy.inflight.LockOperation;
import dev.gridlock.proxy.inflight.ThreadTrack;
import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lock.UpgradableCatalogLock;
import dev.gridlock.proxy.route.usage.Hosts;
import java.util.Optional;
import java.util.function.Function;

/**
 * Applications and machines behind a reader-writer lock. The only way in for sound code is a closure with a label: no caller
 * ever holds the lock across code of its own, and each wait and hold is recorded with its label, application and update. Thread-safe.
 * Closures must not call the catalog again: the lock is not reentrant.
 */
public final class Catalog {

    private final CatalogLock lock;
    private final LockLedger ledger;
    private final CatalogObserver observer;
    private final LoadedIndex index = new LoadedIndex();
    private final CatalogState state;
    private final Optional<UpgradableReads> upgradableReads;

    /**
     * An empty catalog.
     *
     * @param lock guards it
     * @param ledger records who waits for the lock and holds it
     * @param observer hears of each operation afterwards
     * @param loading what it keeps
     * @param hosts gives the machines' hosts their health
     */
    public Catalog(CatalogLock lock, LockLedger ledger, CatalogObserver observer, Loading loading, Hosts hosts) {
        this.lock = lock;
        this.ledger = ledger;
        this.observer = observer;
        state = new CatalogState(loading, hosts, index);
        upgradableReads = lock instanceof UpgradableCatalogLock upgradable
                ? Optional.of(new UpgradableReads(upgradable, ledger, observer, state))
                : Optional.empty();
    }

    /** What is loaded, readable without the lock. */
    public LoadedIndex index() {
        return index;
    }

    /**
     * Waits as long as it takes for a shared hold, and runs {@code body} under it.
     *
     * @param label what for
     * @param app the application concerned; empty for none or all
     * @return what {@code body} returned
     */
    public <T> T read(String label, String app, Function<? super CatalogView, ? extends T> body) {
        ThreadTrack track = ledger.beginQuickRead(label, app);
        if (track != null) {
            try {
                if (lock.lockSharedAtOnce()) {
                    return insideQuickly(label, body);
                }
            } finally {
                if (track.endQuick()) {
                    observer.stayedLong(label, app, track.quickHeldNanos());
                }
            }
        }
        return inside(enterShared(label, app), body, lock::unlockShared);
    }

    private <T> T insideQuickly(String label, Function<? super ClosureScope, ? extends T> body) {
        var scope = new ClosureScope(state, label);
        try {
            return body.apply(scope);
        } finally {
            scope.close();
            lock.unlockShared();
        }
    }

    /**
     * Waits as long as it takes for a shared hold that lasts until the guard is closed. For packages called {@code broken}
     * and for nobody else: a guard is how holds come to last longer than anybody meant, which closures rule out. What the
     * ledger and the observer are told is what they are told of {@link #read}.
     *
     * @param label what for
     * @param app the application concerned; empty for none or all
     */
    public ReadGuard openRead(String label, String app) {
        LockOperation operation = enterShared(label, app);
        ledger.acquired(operation);
        var scope = new ClosureScope(state, label);
        return new ReadGuard(scope, () -> {
            leave(operation, scope, lock::unlockShared);
            observer.completed(operation);
        });
    }

    private LockOperation enterShared(String label, String app) {
        LockOperation operation = ledger.begin(label, app, "", LockMode.SHARED);
        boolean granted = false;
        try {
            lock.lockShared();
            granted = true;
        } finally {
            if (!granted) {
                ledger.failed(operation);
            }
        }
        return operation;
    }

    /**
     * Waits for the exclusive hold as long as {@code timeout} says, and runs {@code body} under it.
     *
     * @param label what for
     * @param app the application concerned; empty for none or all
     * @param update the id of the update that is carried out; empty if unknown
     */
    public <T> WriteOutcome<T> write(
            String label,
            String app,
            String update,
            WriteTimeout timeout,
            Function<? super CatalogEdit, ? extends T> body) {
        LockOperation operation = ledger.begin(label, app, update, LockMode.EXCLUSIVE);
        if (!enter(operation, timeout)) {
            ledger.gaveUp(operation);
            observer.timedOut(operation);
            return new WriteOutcome.TimedOut<>(operation.waitedNanos(System.nanoTime()));
        }
        return new WriteOutcome.Written<>(inside(operation, body, lock::unlockExclusive));
    }

    /**
     * Runs {@code check} under the upgradable hold and, if it has no answer, {@code body} under the exclusive hold that it is
     * turned into; nobody writes between the two. The time that {@code timeout} allows covers both waits.
     *
     * @param label what for
     * @param app the application concerned; empty for none or all
     * @param update the id of the update that is carried out; empty if unknown
     * @param check the answer that needs no write; empty to write
     * @return what {@code check} or {@code body} returned, or that the time was over, in which case {@code body} has not run
     * @throws IllegalStateException if the lock has no upgradable hold
     */
    public <T> WriteOutcome<T> checkThenWrite(
            String label,
            String app,
            String update,
            WriteTimeout timeout,
            Function<? super CatalogView, Optional<T>> check,
            Function<? super CatalogEdit, ? extends T> body) {
        return upgradableReads
                .orElseThrow(
                        () -> new IllegalStateException("The lock \"" + lock.name() + "\" has no upgradable reads."))
                .checkThenWrite(new UpgradableReads.Purpose(label, app, update), timeout, check, body);
    }

    /** Runs {@code body} under the hold that {@code operation} has just been granted, and gives the hold back. */
    private <T> T inside(LockOperation operation, Function<? super ClosureScope, ? extends T> body, Runnable unlock) {
        ledger.acquired(operation);
        var scope = new ClosureScope(state, operation.label());
        T result;
        try {
            result = body.apply(scope);
        } finally {
            leave(operation, scope, unlock);
        }
        observer.completed(operation);
        return result;
    }

    private void leave(LockOperation operation, ClosureScope scope, Runnable unlock) {
        scope.close();
        long releasedNanos = System.nanoTime();
        unlock.run();
        ledger.left(operation, releasedNanos);
    }

    private boolean enter(LockOperation operation, WriteTimeout timeout) {
        boolean returned = false;
        try {
            boolean granted = true;
            if (timeout.nanos().isPresent()) {
                granted = lock.tryLockExclusive(timeout.nanos().getAsLong());
            } else {
                lock.lockExclusive();
            }
            returned = true;
            return granted;
        } finally {
            if (!returned) {
                ledger.failed(operation);
            }
        }
    }
}
