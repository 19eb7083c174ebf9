package dev.gridlock.proxy.inflight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Who wants a lock, who has it, who had it last. Thread-safe; nothing here waits for another thread.
 *
 * <p>Order of the calls for one operation: {@link #begin} before the lock is asked for; then {@link #acquired}, and after
 * the unlock {@link #left}; or {@link #gaveUp}. An operation leaves its slot only after the unlock, so that between the
 * two the ledger says "held" for a free lock rather than "free" for a held one.
 */
public final class LockLedger {

    private final SlotArray<LockOperation> slots;
    private final SlotArray<ThreadTrack> tracks;
    private final ThreadLocal<ThreadTrack> track = ThreadLocal.withInitial(this::newTrack);
    private final AtomicLong begun = new AtomicLong();
    private final AtomicInteger withoutSlot = new AtomicInteger();
    private final AtomicLong granted = new AtomicLong();
    private final AtomicLong timeouts = new AtomicLong();
    private volatile @Nullable LockOperation lastHolder;
    private volatile @Nullable LockOperation lastTimeout;

    /**
     * A ledger of an unused lock.
     *
     * @param slots how many operations can be followed at a time, at least 1, and how many threads over their lives; what
     *     is beyond is only counted
     */
    public LockLedger(int slots) {
        this.slots = new SlotArray<>(slots);
        tracks = new SlotArray<>(slots);
    }

    /** The calling thread is about to ask for the lock. */
    public LockOperation begin(String label, String app, String update, LockMode mode) {
        var operation = new LockOperation(begun.incrementAndGet(), label, app, update, mode, track.get());
        operation.placedIn(slots.claim(operation));
        if (operation.slot().isEmpty()) {
            withoutSlot.incrementAndGet();
        }
        return operation;
    }

    /** The operation is inside. */
    public void acquired(LockOperation operation) {
        operation.acquiredAt(System.nanoTime());
        operation.track().granted(operation);
        granted.incrementAndGet();
    }

    /**
     * The operation has unlocked.
     *
     * @param releasedNanos when it began to unlock
     */
    public void left(LockOperation operation, long releasedNanos) {
        operation.endedAt(releasedNanos, LockOperation.Phase.DONE);
        lastHolder = operation;
        operation.track().completedOne();
        remove(operation);
    }

    /** The operation has given up because its time was over. */
    public void gaveUp(LockOperation operation) {
        operation.endedAt(System.nanoTime(), LockOperation.Phase.ABANDONED);
        operation.track().failed(operation);
        lastTimeout = operation;
        timeouts.incrementAndGet();
        remove(operation);
    }

    /** The lock threw instead of granting. */
    public void failed(LockOperation operation) {
        operation.endedAt(System.nanoTime(), LockOperation.Phase.ABANDONED);
        remove(operation);
    }

    /**
     * The calling thread has finished a piece of work, such as a request. A hold that it began before and has not given back
     * is one that it has forgotten.
     */
    public void workEnded() {
        track.get().workEnded();
    }

    /** The threads that fail to get the lock again and again, in no particular order but the same for equal runs. */
    public List<FailureStreak> failures() {
        var found = new ArrayList<FailureStreak>();
        tracks.forEach(each -> each.failures().ifPresent(found::add));
        return found;
    }

    /** Forgets the threads that have ended. Called now and then, by whoever looks at the ledger. */
    public void forgetEndedThreads() {
        tracks.forEach(each -> {
            if (!each.thread().isAlive() && each.slot().isPresent()) {
                tracks.release(each.slot().getAsLong());
            }
        });
    }

    /** The operations under way, in the order in which they began. */
    public List<LockOperation> inFlight() {
        var found = new ArrayList<LockOperation>();
        slots.forEach(found::add);
        found.sort(Comparator.comparingLong(LockOperation::number));
        return found;
    }

    /** How many operations are under way for which there was no slot. */
    public int withoutSlot() {
        return withoutSlot.get();
    }

    /** How many operations have begun. */
    public long begun() {
        return begun.get();
    }

    /** How many operations have been let in. */
    public long granted() {
        return granted.get();
    }

    /** How many operations have given up waiting. */
    public long timeouts() {
        return timeouts.get();
    }

    /** The operation that left the lock last. */
    public Optional<LockOperation> lastHolder() {
        return Optional.ofNullable(lastHolder);
    }

    /** The operation that gave up last. */
    public Optional<LockOperation> lastTimeout() {
        return Optional.ofNullable(lastTimeout);
    }

    private ThreadTrack newTrack() {
        var made = new ThreadTrack(Thread.currentThread());
        made.placedIn(tracks.claim(made));
        return made;
    }

    private void remove(LockOperation operation) {
        if (operation.slot().isPresent()) {
            slots.release(operation.slot().getAsLong());
        } else {
            withoutSlot.decrementAndGet();
        }
    }
}
