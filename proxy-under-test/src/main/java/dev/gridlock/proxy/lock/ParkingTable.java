package dev.gridlock.proxy.lock;

import dev.gridlock.proxy.lock.ParkingBucket.Waiter;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The place where threads sleep that wait for a {@link ParkingLotRwLock}: a hash table of buckets, each a lock, a FIFO queue
 * and a fairness timer. A queue is named by a key, and keys that fall into one bucket share its queue and its lock.
 *
 * <p>Thread-safe. A table may serve one lock or many. What the callbacks of one operation do happens under the lock of the
 * bucket, so it is atomic to all other operations on that key, and only to those: the two keys of one lock usually fall
 * into different buckets.
 *
 * <p>The contract is that of parking_lot_core, less requeueing and growth.
 */
public final class ParkingTable {

    private static final int KEYS_PER_LOCK = 2;
    private static final int BUCKETS_PER_THREAD = 3;
    private static final int BUCKETS_MAX = 1 << 20;
    private static final long GOLDEN_RATIO_64 = 0x9E3779B97F4A7C15L;
    private static final int GOLDEN_RATIO_32 = 0x9E3779B9;

    private final AtomicReferenceArray<@Nullable ParkingBucket> buckets;
    private final int hashBits;
    private final Fairness fairness;
    private final int fairnessSeed;
    private final long createdNanos = System.nanoTime();
    private long nextKey = KEYS_PER_LOCK;

    private ParkingTable(int bucketCount, Fairness fairness, int fairnessSeed) {
        this.buckets = new AtomicReferenceArray<>(bucketCount);
        this.hashBits = Integer.numberOfTrailingZeros(bucketCount);
        this.fairness = fairness;
        this.fairnessSeed = fairnessSeed;
    }

    /**
     * A table with three buckets a thread, rounded up to a power of two; from one thread on, the two keys of a lock never
     * share a bucket.
     *
     * @param threads expected number of waiting threads, at least 1
     * @param fairnessSeed of the intervals of {@link Fairness#TIMED}; with 0 they are those of parking_lot itself
     * @throws IllegalArgumentException if {@code threads} is out of range
     */
    public static ParkingTable forThreads(int threads, Fairness fairness, int fairnessSeed) {
        if (threads < 1 || threads > BUCKETS_MAX / BUCKETS_PER_THREAD) {
            throw new IllegalArgumentException("The parking table is for " + threads + " threads, expected 1 to "
                    + BUCKETS_MAX / BUCKETS_PER_THREAD + ".");
        }
        int wanted = threads * BUCKETS_PER_THREAD;
        return new ParkingTable(Integer.highestOneBit(wanted - 1) << 1, fairness, fairnessSeed);
    }

    /** A table of a single bucket: all keys share one queue and one lock. */
    public static ParkingTable singleBucket(Fairness fairness, int fairnessSeed) {
        return new ParkingTable(1, fairness, fairnessSeed);
    }

    /** What a parking thread asks of the lock it waits for. */
    interface Site {

        /** Whether to go to sleep after all. Under the bucket lock, before the thread is queued. */
        boolean validate(long blockingBits);

        /** The deadline has passed and the thread is about to remove itself. Without any lock. */
        void deadlinePassed();

        /** The thread has removed itself. Under the bucket lock; {@code last} if the queue of this key is empty now. */
        void timedOut(boolean last);
    }

    /** What a woken thread is told. */
    enum UnparkToken {
        /** Try again. */
        NORMAL,
        /** You hold the lock already. */
        HANDOFF
    }

    /** How a {@link #park} ended. */
    enum ParkResult {
        /** It never slept: validation failed. */
        INVALID,
        /** Its deadline passed. */
        TIMED_OUT,
        /** It was woken with {@link UnparkToken#NORMAL}. */
        UNPARKED,
        /** It was woken with {@link UnparkToken#HANDOFF}. */
        HANDED_OFF
    }

    /** Verdict of a {@link Waker} on one queued thread. */
    enum Filter {
        UNPARK,
        SKIP,
        STOP
    }

    /** What an unparking thread does to the lock whose waiters it wakes. Both methods run under the bucket lock. */
    interface Waker {

        /** Whether to wake the thread that parked with {@code parkToken}; asked in queue order. */
        Filter filter(long parkToken);

        /**
         * Updates the lock once the threads to wake have left the queue, and says what they are told. Called also when
         * there are none.
         *
         * @param unparked number of threads about to be woken
         * @param more whether threads with this key stay behind
         * @param beFair whether the lock should be handed over; false if nobody is woken
         */
        UnparkToken update(int unparked, boolean more, boolean beFair);
    }

    /** Reserves two neighbouring keys and returns the first: a lock's address and the one after it. */
    synchronized long newKeyPair() {
        long key = nextKey;
        nextKey += KEYS_PER_LOCK;
        return key;
    }

    /**
     * Puts the calling thread to sleep in the queue of {@code key}. Uninterruptible.
     *
     * @param blockingBits passed to {@link Site#validate}
     * @param parkToken shown to the {@link Waker}
     * @param deadlineNanos on the {@link System#nanoTime} scale, or {@link Deadlines#NONE}
     * @return how it ended; a wake-up that comes first counts even after the deadline
     */
    ParkResult park(long key, Site site, long blockingBits, long parkToken, long deadlineNanos) {
        ParkingBucket bucket = bucket(key);
        Waiter waiter;
        bucket.lock.lock();
        try {
            if (!site.validate(blockingBits)) {
                return ParkResult.INVALID;
            }
            waiter = new Waiter(key, parkToken);
            bucket.append(waiter);
        } finally {
            bucket.lock.unlock();
        }
        UnparkToken token = sleep(waiter, deadlineNanos);
        if (token == null) {
            site.deadlinePassed();
            token = dequeueUnlessUnparked(bucket, waiter, site);
        }
        if (token == null) {
            return ParkResult.TIMED_OUT;
        }
        return token == UnparkToken.HANDOFF ? ParkResult.HANDED_OFF : ParkResult.UNPARKED;
    }

    /** Sleeps until woken, or until the deadline; null for the latter. */
    private static @Nullable UnparkToken sleep(Waiter waiter, long deadlineNanos) {
        boolean interrupted = false;
        UnparkToken token = null;
        // A permit left over from elsewhere or an interrupt ends a park early, so only the token and the clock count.
        // The first look at the token can wait until after the first park: a wake-up before it leaves a permit.
        while (token == null) {
            if (deadlineNanos == Deadlines.NONE) {
                LockSupport.park(waiter);
            } else {
                long remainingNanos = deadlineNanos - System.nanoTime();
                if (remainingNanos <= 0) {
                    break;
                }
                LockSupport.parkNanos(waiter, remainingNanos);
            }
            interrupted |= Thread.interrupted();
            token = waiter.unparked;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return token;
    }

    private static @Nullable UnparkToken dequeueUnlessUnparked(ParkingBucket bucket, Waiter waiter, Site site) {
        bucket.lock.lock();
        try {
            if (!waiter.queued) {
                return waiter.unparked;
            }
            bucket.remove(waiter);
            site.timedOut(!bucket.contains(waiter.key));
            return null;
        } finally {
            bucket.lock.unlock();
        }
    }

    /** Wakes those threads in the queue of {@code key} that the waker's filter picks, the first {@code limit} at most. */
    void unpark(long key, int limit, Waker waker) {
        ParkingBucket bucket = bucket(key);
        Waiter firstWoken = null;
        bucket.lock.lock();
        try {
            Waiter lastWoken = null;
            Waiter previous = null;
            int unparked = 0;
            boolean more = false;
            boolean stopped = false;
            for (Waiter w = bucket.head; w != null && !stopped; ) {
                Waiter next = w.next;
                Filter verdict = w.key == key ? waker.filter(w.parkToken) : Filter.SKIP;
                if (verdict == Filter.UNPARK) {
                    bucket.remove(previous, w);
                    if (lastWoken == null) {
                        firstWoken = w;
                    } else {
                        lastWoken.next = w;
                    }
                    lastWoken = w;
                    unparked++;
                    stopped = unparked == limit;
                    more |= stopped && ParkingBucket.contains(next, key);
                } else {
                    more |= w.key == key;
                    stopped = verdict == Filter.STOP;
                    previous = w;
                }
                w = next;
            }
            UnparkToken token = waker.update(unparked, more, unparked > 0 && bucket.fairness.isDue());
            for (Waiter w = firstWoken; w != null; w = w.next) {
                w.unparked = token;
            }
        } finally {
            bucket.lock.unlock();
        }
        for (Waiter w = firstWoken; w != null; w = w.next) {
            LockSupport.unpark(w.thread);
        }
    }

    /**
     * The number of threads in the queue of {@code key}, read without its lock: exact while no other thread runs, else a
     * number that was true of some part of the queue at some recent time. Never blocks and always ends, because a
     * successor was queued later than its predecessor.
     */
    int queueLength(long key) {
        ParkingBucket bucket = buckets.get(index(key));
        return bucket == null ? 0 : bucket.count(key);
    }

    private ParkingBucket bucket(long key) {
        int index = index(key);
        ParkingBucket bucket = buckets.get(index);
        return bucket != null ? bucket : newBucket(index);
    }

    private ParkingBucket newBucket(int index) {
        int parkingLotSeed = index + 1;
        int seed = parkingLotSeed ^ fairnessSeed * GOLDEN_RATIO_32;
        var created = new ParkingBucket(new FairnessTimer(fairness, seed == 0 ? parkingLotSeed : seed, createdNanos));
        ParkingBucket raced = buckets.compareAndExchange(index, null, created);
        return raced == null ? created : raced;
    }

    private int index(long key) {
        return (int) ((key * GOLDEN_RATIO_64) >>> 1 >>> (Long.SIZE - 1 - hashBits));
    }
}
