package dev.gridlock.proxy.lock;

import static dev.gridlock.proxy.lock.LockWord.PARKED;
import static dev.gridlock.proxy.lock.LockWord.READER;
import static dev.gridlock.proxy.lock.LockWord.READERS_MASK;
import static dev.gridlock.proxy.lock.LockWord.WRITER;

import java.util.ArrayDeque;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A small reader-writer lock that prefers writers and lets nobody overtake: who comes while others wait, waits too. An unlock
 * that frees the lock chooses who goes next, the first waiting writer or, if there is none, all readers; the chosen take
 * themselves out of the queue and take the lock. So whenever the lock is free and somebody waits, one of the waiters has been
 * chosen and is on its way. A chosen waiter whose time is over must therefore pass the choice on, and that decision is
 * replaceable: {@link dev.gridlock.proxy.lock.broken.SignalStealing} takes it wrongly.
 *
 * <p>The shape, a state word for the lock and two queues under a lock of their own, is that of LLVM libc's
 * {@code pthread_rwlock_t}. The word has the bits of {@link LockWord} that apply: readers, WRITER for an owner, PARKED while
 * somebody waits. No thread can be inside when the word says free, whatever the queues do.
 */
public final class WriterPreferringRwLock implements CatalogLock {

    /** One thread that waits, for one acquisition. */
    private static final class Waiter {
        final Thread thread = Thread.currentThread();
        final boolean exclusive;
        /** Set by whoever chooses it, under the queue lock; read by the waiter itself. */
        volatile boolean chosen;

        Waiter(boolean exclusive) {
            this.exclusive = exclusive;
        }
    }

    private final String name;
    private final Consumer<Runnable> onGivingUp;
    private final @Nullable PauseHook pauseHook;
    private final AtomicLong word = new AtomicLong();
    private final ReentrantLock queueLock = new ReentrantLock();
    private final ArrayDeque<Waiter> writers = new ArrayDeque<>();
    private final ArrayDeque<Waiter> readers = new ArrayDeque<>();

    /**
     * A free lock.
     *
     * @param onGivingUp what a waiter does when it gives up: {@code Runnable::run} in a sound lock
     */
    public WriterPreferringRwLock(String name, Consumer<Runnable> onGivingUp) {
        this(name, onGivingUp, null);
    }

    /**
     * The same with a hook.
     *
     * @param pauseHook called at {@link PausePoint#AFTER_KEY0_DEADLINE_BEFORE_DEQUEUE}, or null
     */
    public WriterPreferringRwLock(String name, Consumer<Runnable> onGivingUp, @Nullable PauseHook pauseHook) {
        this.name = name;
        this.onGivingUp = onGivingUp;
        this.pauseHook = pauseHook;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void lockShared() {
        if (!tryLockShared()) {
            await(false, Deadlines.NONE);
        }
    }

    @Override
    public void unlockShared() {
        release(READER);
    }

    @Override
    public boolean tryLockShared() {
        long seen = word.get();
        while ((seen & (WRITER | PARKED)) == 0) {
            long witness = word.compareAndExchange(seen, seen + READER);
            if (witness == seen) {
                return true;
            }
            seen = witness;
        }
        return false;
    }

    @Override
    public boolean tryLockShared(long timeoutNanos) {
        long deadlineNanos = Deadlines.after(timeoutNanos);
        return tryLockShared() || await(false, deadlineNanos);
    }

    @Override
    public void lockExclusive() {
        if (!tryLockExclusive()) {
            await(true, Deadlines.NONE);
        }
    }

    @Override
    public void unlockExclusive() {
        release(WRITER);
    }

    @Override
    public boolean tryLockExclusive() {
        return word.compareAndSet(0, WRITER);
    }

    @Override
    public boolean tryLockExclusive(long timeoutNanos) {
        long deadlineNanos = Deadlines.after(timeoutNanos);
        return tryLockExclusive() || await(true, deadlineNanos);
    }

    @Override
    public OptionalLong word() {
        return OptionalLong.of(word.get());
    }

    private void release(long hold) {
        long left = word.addAndGet(-hold);
        if (left == PARKED) {
            queueLock.lock();
            try {
                chooseNext();
            } finally {
                queueLock.unlock();
            }
        }
    }

    /** Waits for the lock; false if the time passed. */
    private boolean await(boolean exclusive, long deadlineNanos) {
        var waiter = new Waiter(exclusive);
        if (!enqueue(waiter)) {
            return true;
        }
        boolean interrupted = false;
        boolean taken = false;
        boolean over = false;
        while (!taken && !over) {
            while (!waiter.chosen && !over) {
                if (deadlineNanos == Deadlines.NONE) {
                    LockSupport.park(this);
                } else {
                    long remainingNanos = deadlineNanos - System.nanoTime();
                    if (remainingNanos > 0) {
                        LockSupport.parkNanos(this, remainingNanos);
                    }
                    over = deadlineNanos - System.nanoTime() <= 0;
                }
                interrupted |= Thread.interrupted();
            }
            if (waiter.chosen) {
                // In time, or chosen at the last moment and seen to be: then the lock is taken although the time is
                // over.
                over = false;
                taken = takeChosen(waiter);
            } else {
                giveUp(waiter);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return taken;
    }

    /** Puts the waiter into its queue; false if the lock became free and the waiter has taken it instead. */
    private boolean enqueue(Waiter waiter) {
        queueLock.lock();
        try {
            long seen = word.get();
            // Once PARKED is set, the unlock that frees the lock comes here; before that, it may be over already.
            while ((seen & PARKED) == 0) {
                boolean free = waiter.exclusive ? seen == 0 : (seen & WRITER) == 0;
                long next = free ? seen + (waiter.exclusive ? WRITER : READER) : seen | PARKED;
                long witness = word.compareAndExchange(seen, next);
                if (witness == seen) {
                    if (free) {
                        return false;
                    }
                    break;
                }
                seen = witness;
            }
            (waiter.exclusive ? writers : readers).addLast(waiter);
            return true;
        } finally {
            queueLock.unlock();
        }
    }

    /** The chosen waiter takes the lock, unless another one that was chosen beside it has been faster. */
    private boolean takeChosen(Waiter waiter) {
        queueLock.lock();
        try {
            long seen = word.get();
            while (waiter.exclusive ? seen == PARKED : (seen & WRITER) == 0) {
                long witness = word.compareAndExchange(seen, seen + (waiter.exclusive ? WRITER : READER));
                if (witness == seen) {
                    dequeue(waiter);
                    if (!waiter.exclusive) {
                        // Readers that came after the choice need not wait for this one to leave.
                        chooseNext();
                    }
                    return true;
                }
                seen = witness;
            }
            waiter.chosen = false;
            return false;
        } finally {
            queueLock.unlock();
        }
    }

    private void giveUp(Waiter waiter) {
        if (pauseHook != null) {
            pauseHook.at(PausePoint.AFTER_KEY0_DEADLINE_BEFORE_DEQUEUE);
        }
        queueLock.lock();
        try {
            dequeue(waiter);
            onGivingUp.accept(this::chooseNext);
        } finally {
            queueLock.unlock();
        }
    }

    private void dequeue(Waiter waiter) {
        (waiter.exclusive ? writers : readers).remove(waiter);
        if (writers.isEmpty() && readers.isEmpty()) {
            word.getAndAdd(-PARKED);
        }
    }

    /** Chooses who can go now, and wakes it. Called under the queue lock. */
    private void chooseNext() {
        long seen = word.get();
        Waiter writer = writers.peekFirst();
        if (writer != null) {
            if ((seen & (READERS_MASK | WRITER)) == 0) {
                choose(writer);
            }
        } else if ((seen & WRITER) == 0) {
            readers.forEach(WriterPreferringRwLock::choose);
        }
    }

    private static void choose(Waiter waiter) {
        waiter.chosen = true;
        LockSupport.unpark(waiter.thread);
    }
}
