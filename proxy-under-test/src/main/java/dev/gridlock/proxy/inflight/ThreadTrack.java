package dev.gridlock.proxy.inflight;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a ledger remembers of one thread: its quick read, how often it has finished a piece of work, how many operations it has
 * completed, and whether it fails to get the lock again and again. Written by that thread, but for a hold that another thread
 * gives back; read by any.
 *
 * <p>A quick read is one that got the shared hold at once. It is recorded here instead of in a slot of its own, without a clock,
 * an allocation or an atomic read-modify-write: two stores say who it is, one that it is inside, one that it has left. The lock's
 * own atomic accesses order them: the thread says that it is inside before it asks for the hold, and that it has left after it
 * has given the hold back.
 */
public final class ThreadTrack {

    /** One read in so many is recorded in full, with its times; the first of each thread is one of them. */
    static final long IN_FULL = 1024;

    private static final long INSIDE = 1;
    private static final long ONE_READ = 2;
    private static final long IN_FULL_MASK = (IN_FULL - 1) * ONE_READ;
    private static final VarHandle QUICK = quickHandle();

    private final Thread thread;
    private final long number;
    private OptionalLong slot = OptionalLong.empty();

    /** Twice the number of reads so far, and {@link #INSIDE} while there is a quick one. */
    private long quick;

    private String label = "";
    private String app = "";

    /** The value of {@link #quick} that was found by a look of {@link LockLedger#markQuickReads}. */
    private volatile long markedQuick;

    private volatile long markedNanos;
    private volatile long worksEnded;
    private volatile long completed;
    private volatile @Nullable FailureStreak failures;

    ThreadTrack(Thread thread, long number) {
        this.thread = thread;
        this.number = number;
    }

    private static VarHandle quickHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(ThreadTrack.class, "quick", long.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("The field quick is there.", e);
        }
    }

    /** Whether a quick read was begun: not inside another one, nor when its turn has come to be recorded in full. */
    @SuppressWarnings("ReferenceEquality")
    boolean beginQuick(String itsLabel, String itsApp) {
        long before = quick;
        if ((before & INSIDE) != 0) {
            return false;
        }
        if ((before & IN_FULL_MASK) == 0) {
            QUICK.setRelease(this, before + ONE_READ);
            return false;
        }
        // Mostly they are those of the read before. To store a reference costs more than to compare it: the collector's
        // barrier.
        if (label != itsLabel || app != itsApp) {
            // Whoever reads the old number must not find the new names.
            VarHandle.storeStoreFence();
            label = itsLabel;
            app = itsApp;
        }
        QUICK.setRelease(this, before | INSIDE);
        return true;
    }

    /**
     * The quick read is over: its hold has been given back, or was not to be had at once.
     *
     * @return whether it was so long that a look at the ledger has found it inside
     */
    public boolean endQuick() {
        long before = quick;
        QUICK.setRelease(this, (before & ~INSIDE) + ONE_READ);
        return markedQuick == before;
    }

    /** How long the quick read that ended last has been inside at least; only if {@link #endQuick} was true. */
    public long quickHeldNanos() {
        return System.nanoTime() - markedNanos;
    }

    /** How many quick reads there have been, the present one included. */
    long quickReads() {
        long reads = ((long) QUICK.getAcquire(this) + INSIDE) / ONE_READ;
        return reads - Math.ceilDiv(reads, IN_FULL);
    }

    /** Notes that the present quick read, if there is one, has been inside since {@code nowNanos} at least. */
    void markQuick(long nowNanos) {
        long seen = (long) QUICK.getAcquire(this);
        if ((seen & INSIDE) != 0 && markedQuick != seen) {
            markedNanos = nowNanos;
            markedQuick = seen;
        }
    }

    /** The present quick read, if there is one and it does not end while it is looked at. */
    Optional<QuickRead> quickRead(long nowNanos) {
        long seen = (long) QUICK.getAcquire(this);
        if ((seen & INSIDE) == 0) {
            return Optional.empty();
        }
        var read = new QuickRead(
                number * QuickRead.NUMBERS + seen / ONE_READ,
                thread,
                label,
                app,
                markedQuick == seen ? nowNanos - markedNanos : 0);
        VarHandle.loadLoadFence();
        return (long) QUICK.getAcquire(this) == seen ? Optional.of(read) : Optional.empty();
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
        return completed + quickReads();
    }

    Optional<FailureStreak> failures() {
        return Optional.ofNullable(failures);
    }

    OptionalLong slot() {
        return slot;
    }

    /** Before the thread's first operation. A thread without a slot has no quick reads, since no look would find them. */
    void placedIn(OptionalLong claimed) {
        slot = claimed;
        if (claimed.isEmpty()) {
            quick = INSIDE;
        }
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
