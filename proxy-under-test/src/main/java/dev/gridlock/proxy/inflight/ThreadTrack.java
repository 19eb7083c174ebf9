package dev.gridlock.proxy.inflight;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a ledger remembers of one thread beyond its present operations: how often it has finished a piece of work, how many
 * operations it has completed, and whether it fails to get the lock again and again. Written by that thread, but for a hold
 * that another thread gives back; read by any.
 */
final class ThreadTrack {

    private final Thread thread;
    private OptionalLong slot = OptionalLong.empty();
    private volatile long worksEnded;
    private volatile long completed;
    private volatile @Nullable FailureStreak failures;

    ThreadTrack(Thread thread) {
        this.thread = thread;
    }

    Thread thread() {
        return thread;
    }

    /** How many pieces of work the thread has finished. */
    long worksEnded() {
        return worksEnded;
    }

    /** How many operations of the thread have been inside and left; about, if other threads gave back its holds. */
    long completed() {
        return completed;
    }

    Optional<FailureStreak> failures() {
        return Optional.ofNullable(failures);
    }

    OptionalLong slot() {
        return slot;
    }

    void placedIn(OptionalLong claimed) {
        slot = claimed;
    }

    // One writer each, but for the rare case above in which a count may be lost: nobody relies on its exact value.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void workEnded() {
        worksEnded++;
        failures = null;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void completedOne() {
        completed++;
    }

    void granted(LockOperation operation) {
        FailureStreak before = failures;
        if (before != null && before.isContinuedBy(operation)) {
            failures = null;
        }
    }

    void failed(LockOperation operation) {
        FailureStreak before = failures;
        failures =
                before != null && before.isContinuedBy(operation) ? before.oneMore() : FailureStreak.first(operation);
    }
}
