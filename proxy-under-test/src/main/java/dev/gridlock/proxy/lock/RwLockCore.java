package dev.gridlock.proxy.lock;

import static dev.gridlock.proxy.lock.LockWord.PARKED;
import static dev.gridlock.proxy.lock.LockWord.READERS_MASK;
import static dev.gridlock.proxy.lock.LockWord.UPGRADABLE_READER;
import static dev.gridlock.proxy.lock.LockWord.WRITER;
import static dev.gridlock.proxy.lock.LockWord.WRITER_PARKED;

import dev.gridlock.proxy.lock.ParkingTable.Filter;
import dev.gridlock.proxy.lock.ParkingTable.ParkResult;
import dev.gridlock.proxy.lock.ParkingTable.UnparkToken;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The state word of a {@link ParkingLotRwLock} and everything that happens to it beyond the uncontended case.
 *
 * <p>Two queues in the parking table belong to a lock. Everybody who cannot get in waits in the main queue, under key 0.
 * The one writer or upgrader that has set WRITER and waits for the readers to leave is pending, and waits in the writer
 * queue, under key 1. PARKED and WRITER_PARKED announce that a queue may hold somebody. They are set before the thread
 * queues itself, and are to be cleared under the lock of the bucket that holds the queue; the fault of the older
 * {@link RwLockVariant}s is that the pending writer clears WRITER_PARKED by arithmetic, outside that lock.
 *
 * <p>Each access to the word may be followed by a switch of threads under a schedule-exploring simulator, so there are no
 * more of them than the algorithm needs; the ledger is told of a change in the same step as the word.
 */
final class RwLockCore {

    final AtomicLong word = new AtomicLong();
    final RwLockVariant variant;
    private final ParkingTable table;
    private final long mainKey;
    private final int spinTries;
    private final @Nullable PauseHook pauseHook;
    private final @Nullable GhostLedger ledger;
    private final ParkingTable.Site mainQueue = new MainQueue();
    private final ParkingTable.Site writerQueue = new WriterQueue();

    RwLockCore(RwLockOptions options) {
        variant = options.variant();
        table = options.parkingTable();
        mainKey = table.newKeyPair();
        spinTries = options.spinTries();
        pauseHook = options.pauseHook();
        ledger = options.ledger();
    }

    int mainQueueLength() {
        return table.queueLength(mainKey);
    }

    int writerQueueLength() {
        return table.queueLength(writerKey());
    }

    /** Tells the ledger that {@code taken} changed into {@code given}, both in units of the word. */
    void moved(long taken, long given) {
        if (ledger != null) {
            ledger.moved(taken, given);
        }
    }

    /** Tells the ledger that a pending writer has become the owner. */
    void owned() {
        if (ledger != null) {
            ledger.owned();
        }
    }

    /** Tells the ledger that the owner's hold changed into {@code given}. */
    void disowned(long given) {
        if (ledger != null) {
            ledger.disowned(given);
        }
    }

    /**
     * Takes the lock without waiting.
     *
     * @param seen a recent value of the word
     */
    boolean tryAcquire(AcquireMode mode, long seen) {
        long s = seen;
        for (int collisions = 1; !mode.isBlockedBy(s); collisions++) {
            long witness = word.compareAndExchange(s, mode.addTo(s));
            if (witness == s) {
                moved(0, mode.token);
                return true;
            }
            s = reread(witness, collisions);
        }
        return false;
    }

    /**
     * Takes the lock, waiting until {@code deadlineNanos} if need be.
     *
     * @param seen a recent value of the word
     * @return false if the deadline passed
     */
    boolean acquire(AcquireMode mode, long seen, long deadlineNanos) {
        long s = seen;
        int spins = 0;
        int collisions = 0;
        while (true) {
            if (!mode.isBlockedBy(s)) {
                long taken = mode.addTo(s);
                long witness = word.compareAndExchange(s, taken);
                if (witness == s) {
                    moved(0, mode.token);
                    return mode != AcquireMode.EXCLUSIVE || awaitReaders(taken, 0, deadlineNanos);
                }
                s = reread(witness, ++collisions);
                continue;
            }
            // No spinning once anybody is parked: that thread should have the next turn.
            if ((s & (PARKED | WRITER_PARKED)) == 0 && spins < spinTries) {
                SpinWait.spin(++spins);
                s = word.get();
                continue;
            }
            if ((s & PARKED) == 0) {
                long witness = word.compareAndExchange(s, s | PARKED);
                if (witness != s) {
                    s = witness;
                    continue;
                }
            }
            pauseAt(PausePoint.AFTER_PARKED_SET_BEFORE_KEY0_PARK);
            ParkResult result = table.park(mainKey, mainQueue, mode.blockingBits, mode.token, deadlineNanos);
            if (result == ParkResult.TIMED_OUT) {
                return false;
            }
            if (result == ParkResult.HANDED_OFF) {
                return mode != AcquireMode.EXCLUSIVE || awaitReaders(word.get(), 0, deadlineNanos);
            }
            spins = 0;
            s = word.get();
        }
    }

    /**
     * Waits, with WRITER set by the caller, until the readers have left.
     *
     * @param seen a value of the word after WRITER was set
     * @param previousHold what the caller held before and gets back at the deadline: 0 or an upgradable hold
     * @return true if the caller owns the lock; false if the deadline passed
     */
    boolean awaitReaders(long seen, long previousHold, long deadlineNanos) {
        long s = seen;
        int spins = 0;
        if ((s & READERS_MASK) != 0) {
            pauseAt(PausePoint.AFTER_WRITER_SET_BEFORE_WAITING_FOR_READERS);
        }
        while ((s & READERS_MASK) != 0) {
            if (spins < spinTries) {
                SpinWait.spin(++spins);
                s = word.get();
                continue;
            }
            if ((s & WRITER_PARKED) == 0) {
                long witness = word.compareAndExchange(s, s | WRITER_PARKED);
                if (witness != s) {
                    s = witness;
                    continue;
                }
            }
            pauseAt(PausePoint.AFTER_WRITER_PARKED_SET_BEFORE_KEY1_PARK);
            ParkResult result = table.park(writerKey(), writerQueue, READERS_MASK, WRITER, deadlineNanos);
            if (result == ParkResult.TIMED_OUT) {
                rollBack(previousHold);
                return false;
            }
            s = word.get();
        }
        owned();
        return true;
    }

    private void rollBack(long previousHold) {
        pauseAt(PausePoint.AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK);
        long before = word.getAndAdd(variant.rollbackDelta(previousHold));
        moved(WRITER, previousHold);
        if ((before & PARKED) != 0) {
            wakeMain(variant.wakeStart(previousHold), keepParkedIfMore);
        }
    }

    /** The last reader has gone and saw a parked writer. Never wakes the main queue: whoever owns WRITER will. */
    void wakeWriter() {
        pauseAt(PausePoint.AFTER_FETCH_SUB_BEFORE_UNPARK_ONE);
        table.unpark(writerKey(), 1, writerWaker);
    }

    /** Releases the exclusive hold with threads in the main queue. */
    void releaseExclusive(boolean forceFair) {
        wakeMain(0, (granted, unparked, more, beFair) -> {
            boolean handOff = unparked > 0 && (forceFair || beFair);
            long given = handOff ? granted : 0;
            // A plain store: with WRITER set and no readers nobody else changes the word, but for bits that this drops.
            word.set(given | (more ? PARKED : 0));
            disowned(given);
            return handOff ? UnparkToken.HANDOFF : UnparkToken.NORMAL;
        });
    }

    /** Releases the upgradable hold; {@code seen} is a recent value of the word. */
    void releaseUpgradable(long seen, boolean forceFair) {
        long s = seen;
        while ((s & PARKED) == 0) {
            long witness = word.compareAndExchange(s, s - UPGRADABLE_READER);
            if (witness == s) {
                moved(UPGRADABLE_READER, 0);
                return;
            }
            s = witness;
        }
        wakeMain(0, (granted, unparked, more, beFair) -> {
            boolean handOff = unparked > 0 && (forceFair || beFair);
            long state = word.get();
            while (true) {
                long rest = state - UPGRADABLE_READER;
                if (handOff && Long.compareUnsigned(rest + granted, rest) < 0) {
                    // Callbacks may not throw, so an overflow falls back to an ordinary release.
                    handOff = false;
                }
                long given = handOff ? granted : 0;
                long next = rest + given;
                long witness = word.compareAndExchange(state, more ? next | PARKED : next & ~PARKED);
                if (witness == state) {
                    moved(UPGRADABLE_READER, given);
                    return handOff ? UnparkToken.HANDOFF : UnparkToken.NORMAL;
                }
                state = witness;
            }
        });
    }

    /** After a downgrade to {@code hold}: wakes whoever can share with it. */
    void wakeCompatible(long hold) {
        wakeMain(hold, keepParkedIfMore);
    }

    private final MainWaker.Update keepParkedIfMore = (granted, unparked, more, beFair) -> {
        if (!more) {
            clear(PARKED);
        }
        return UnparkToken.NORMAL;
    };

    private void wakeMain(long alreadyHeld, MainWaker.Update update) {
        table.unpark(mainKey, Integer.MAX_VALUE, new MainWaker(alreadyHeld, update));
    }

    private final ParkingTable.Waker writerWaker = new ParkingTable.Waker() {
        @Override
        public Filter filter(long parkToken) {
            return Filter.UNPARK;
        }

        @Override
        public UnparkToken update(int unparked, boolean more, boolean beFair) {
            // Also if the queue was empty: there can be only one pending writer, and it is not parked.
            clear(WRITER_PARKED);
            return UnparkToken.NORMAL;
        }
    };

    private final class MainQueue implements ParkingTable.Site {
        @Override
        public boolean validate(long blockingBits) {
            long s = word.get();
            return (s & PARKED) != 0 && (s & blockingBits) != 0;
        }

        @Override
        public void deadlinePassed() {
            pauseAt(PausePoint.AFTER_KEY0_DEADLINE_BEFORE_DEQUEUE);
        }

        @Override
        public void timedOut(boolean last) {
            if (last) {
                clear(PARKED);
            }
        }
    }

    private final class WriterQueue implements ParkingTable.Site {
        @Override
        public boolean validate(long blockingBits) {
            long s = word.get();
            return (s & WRITER_PARKED) != 0 && (s & blockingBits) != 0;
        }

        @Override
        public void deadlinePassed() {
            pauseAt(PausePoint.AFTER_KEY1_DEADLINE_BEFORE_DEQUEUE);
        }

        @Override
        public void timedOut(boolean last) {
            if (variant.clearsWriterParkedOnTimeout()) {
                clear(WRITER_PARKED);
            }
        }
    }

    /** After a lost race for the word: where spinning is on, leaves others a moment before looking again. */
    private long reread(long witness, int collisions) {
        if (spinTries == 0) {
            return witness;
        }
        SpinWait.pause(collisions);
        return word.get();
    }

    private void clear(long bit) {
        word.accumulateAndGet(~bit, RwLockCore::and);
    }

    private static long and(long a, long b) {
        return a & b;
    }

    private long writerKey() {
        return mainKey + 1;
    }

    void pauseAt(PausePoint point) {
        if (pauseHook != null) {
            pauseHook.at(point);
        }
    }
}
