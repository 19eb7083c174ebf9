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
 * <p>Most reads get the shared hold at once. Those are recorded by three stores into what the ledger keeps for their thread
 * ({@link #beginQuickRead}); all other operations in full, each in a slot of its own.
 *
 * <p>Order of the calls for one operation: {@link #begin} before the lock is asked for; then {@link #acquired}, and after
 * the unlock {@link #left}; or {@link #gaveUp}. An operation leaves its slot only after the unlock, so that between the
 * two the ledger says "held" for a free lock rather than "free" for a held one.
 */
public final class LockLedger {

    /** Of so many reads of a thread that get the lock at once, one is recorded in full, with its times. */
    public static final long READS_IN_FULL_ONE_IN = ThreadTrack.IN_FULL;

    private static final int RECENT = 256;

    private final SlotArray<LockOperation> slots;
    private final SlotArray<ThreadTrack> tracks;
    private final ThreadLocal<ThreadTrack> track = ThreadLocal.withInitial(this::newTrack);
    private final @Nullable ThreadTrack[] recent = new @Nullable ThreadTrack[RECENT];
    private final AtomicLong threads = new AtomicLong();
    private final AtomicLong quickReadsOfEndedThreads = new AtomicLong();
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
     *     is beyond is only counted; a thread gives its slot back when it has ended
     */
    public LockLedger(int slots) {
        this.slots = new SlotArray<>(slots);
        tracks = new SlotArray<>(slots);
    }

    /**
     * The calling thread is about to ask for a shared hold that it may get at once. {@link ThreadTrack#endQuick} is to follow
     * after the unlock, or when the hold was not to be had.
     *
     * @return null if the read must be recorded in full, by {@link #begin}
     */
    public @Nullable ThreadTrack beginQuickRead(String label, String app) {
        ThreadTrack mine = mine();
        return mine.beginQuick(label, app) ? mine : null;
    }

    /** The calling thread is about to ask for the lock. */
    public LockOperation begin(String label, String app, String update, LockMode mode) {
        var operation = new LockOperation(begun.incrementAndGet(), label, app, update, mode, mine());
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
        mine().workEnded();
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
            if (!each.thread().isAlive()
                    && each.slot().isPresent()
                    && tracks.release(each.slot().getAsLong())) {
                quickReadsOfEndedThreads.addAndGet(each.quickReads());
            }
        });
    }

    /** The quick reads that are inside, in no particular order but the same for equal runs. */
    public List<QuickRead> quickReadsInside() {
        long now = System.nanoTime();
        var found = new ArrayList<QuickRead>();
        tracks.forEach(each -> each.quickRead(now).ifPresent(found::add));
        return found;
    }

    /** Notes which quick reads are inside now: that is since when they are said to be. Called by one thread, now and then. */
    public void markQuickReads() {
        long now = System.nanoTime();
        tracks.forEach(each -> each.markQuick(now));
    }

    /** How many quick reads have begun. */
    public long quickReads() {
        var sum = new AtomicLong(quickReadsOfEndedThreads.get());
        tracks.forEach(each -> sum.addAndGet(each.quickReads()));
        return sum.get();
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
        return begun.get() + quickReads();
    }

    /** How many operations have been let in that were no quick reads. */
    public long granted() {
        return granted.get();
    }

    /** How many operations have given up waiting. */
    public long timeouts() {
        return timeouts.get();
    }

    /** The operation that left the lock last, of those recorded in full. */
    public Optional<LockOperation> lastHolder() {
        return Optional.ofNullable(lastHolder);
    }

    /** The operation that gave up last. */
    public Optional<LockOperation> lastTimeout() {
        return Optional.ofNullable(lastTimeout);
    }

    /** What is kept for the calling thread. The array spares most calls the walk through the thread's locals. */
    private ThreadTrack mine() {
        Thread thread = Thread.currentThread();
        int place = (int) thread.threadId() & (RECENT - 1);
        @Nullable ThreadTrack found = recent[place];
        if (found != null && found.thread() == thread) {
            return found;
        }
        ThreadTrack mine = track.get();
        // A race that is meant: whoever reads it compares the thread, a final field, and uses nothing else of
        // another's.
        recent[place] = mine;
        return mine;
    }

    private ThreadTrack newTrack() {
        var made = new ThreadTrack(Thread.currentThread(), threads.incrementAndGet());
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
