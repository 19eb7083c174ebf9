package dev.gridlock.proxy.catalog;

import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.inflight.LockMode;
import dev.gridlock.proxy.inflight.LockOperation;
import dev.gridlock.proxy.lock.UpgradableCatalogLock;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A look under the upgradable hold that may become a write. Two operations in the ledger, one after the other: the look, and
 * the wait for its readers with the write. While it waits to be upgraded a thread is a pending writer and holds nothing; if its
 * time is over it holds upgradably again, until the next instant, which is an operation of its own.
 */
final class UpgradableReads {

    /** The labels of one access. */
    record Purpose(String label, String app, String update) {}

    private final UpgradableCatalogLock lock;
    private final LockLedger ledger;
    private final CatalogObserver observer;
    private final CatalogState state;

    UpgradableReads(UpgradableCatalogLock lock, LockLedger ledger, CatalogObserver observer, CatalogState state) {
        this.lock = lock;
        this.ledger = ledger;
        this.observer = observer;
        this.state = state;
    }

    /** As {@link Catalog#checkThenWrite}. */
    <T> WriteOutcome<T> checkThenWrite(
            Purpose purpose,
            WriteTimeout timeout,
            Function<? super CatalogView, Optional<T>> check,
            Function<? super CatalogEdit, ? extends T> body) {
        long startNanos = System.nanoTime();
        LockOperation looking = begin(purpose, LockMode.UPGRADABLE);
        if (!granted(looking, () -> enter(timeout))) {
            return gaveUp(looking);
        }
        ledger.acquired(looking);
        Optional<T> found = look(looking, check);
        if (found.isPresent()) {
            observer.completed(looking);
            return new WriteOutcome.Written<>(found.get());
        }
        ledger.left(looking, System.nanoTime());
        LockOperation writing = begin(purpose, LockMode.EXCLUSIVE);
        boolean upgraded = granted(writing, () -> upgrade(timeout, startNanos));
        if (!upgraded) {
            ledger.gaveUp(writing);
            LockOperation kept = begin(purpose, LockMode.UPGRADABLE);
            ledger.acquired(kept);
            leave(kept, lock::unlockUpgradable);
            observer.completed(looking);
            observer.timedOut(writing);
            return new WriteOutcome.TimedOut<>(writing.waitedNanos(System.nanoTime()));
        }
        ledger.acquired(writing);
        T written = write(writing, body);
        observer.completed(looking);
        observer.completed(writing);
        return new WriteOutcome.Written<>(written);
    }

    /** What the check says; the hold stays if it says nothing. */
    private <T> Optional<T> look(LockOperation looking, Function<? super CatalogView, Optional<T>> check) {
        var scope = new ClosureScope(state, looking.label());
        boolean stays = false;
        try {
            Optional<T> found = check.apply(scope);
            stays = found.isEmpty();
            return found;
        } finally {
            scope.close();
            if (!stays) {
                leave(looking, lock::unlockUpgradable);
            }
        }
    }

    private <T> T write(LockOperation writing, Function<? super CatalogEdit, ? extends T> body) {
        var scope = new ClosureScope(state, writing.label());
        try {
            return body.apply(scope);
        } finally {
            scope.close();
            leave(writing, lock::unlockExclusive);
        }
    }

    private boolean enter(WriteTimeout timeout) {
        if (timeout.nanos().isPresent()) {
            return lock.tryLockUpgradable(timeout.nanos().getAsLong());
        }
        lock.lockUpgradable();
        return true;
    }

    /** The time limit covers both waits; what the first has used up is not there for the second. */
    private boolean upgrade(WriteTimeout timeout, long startNanos) {
        if (timeout.nanos().isPresent()) {
            return lock.tryUpgrade(Math.max(1, timeout.nanos().getAsLong() - (System.nanoTime() - startNanos)));
        }
        lock.upgrade();
        return true;
    }

    private LockOperation begin(Purpose purpose, LockMode mode) {
        return ledger.begin(purpose.label(), purpose.app(), purpose.update(), mode);
    }

    private boolean granted(LockOperation operation, BooleanSupplier attempt) {
        boolean returned = false;
        try {
            boolean granted = attempt.getAsBoolean();
            returned = true;
            return granted;
        } finally {
            if (!returned) {
                ledger.failed(operation);
            }
        }
    }

    private <T> WriteOutcome<T> gaveUp(LockOperation operation) {
        ledger.gaveUp(operation);
        observer.timedOut(operation);
        return new WriteOutcome.TimedOut<>(operation.waitedNanos(System.nanoTime()));
    }

    private void leave(LockOperation operation, Runnable unlock) {
        long releasedNanos = System.nanoTime();
        unlock.run();
        ledger.left(operation, releasedNanos);
    }
}
