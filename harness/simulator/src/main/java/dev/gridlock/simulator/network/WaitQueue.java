package dev.gridlock.simulator.network;

import dev.gridlock.agent.Hooks;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;

/** The threads of a node that wait in one socket call. Waiting may return early; callers look again. Not thread-safe. */
final class WaitQueue {
    private final ArrayDeque<Thread> threads = new ArrayDeque<>(2);

    /** The clock by which deadlines are set: the monotonic one of the calling thread's node, in nanoseconds. */
    static long clock() {
        return Hooks.nanoTimeOfPlatform();
    }

    /**
     * Waits until woken or the deadline.
     *
     * @param deadlineNanos on {@link #clock}, {@link Long#MAX_VALUE} for none
     * @return false if the deadline has passed
     * @throws InterruptedIOException if the thread is interrupted, which closes the socket of a virtual thread
     */
    boolean await(long deadlineNanos) throws InterruptedIOException {
        Thread current = Thread.currentThread();
        if (current.isInterrupted()) {
            throw new InterruptedIOException("interrupted in a socket call");
        }
        threads.add(current);
        if (deadlineNanos == Long.MAX_VALUE) {
            LockSupport.park(this);
        } else {
            long left = deadlineNanos - clock();
            if (left <= 0) {
                threads.remove(current);
                return false;
            }
            LockSupport.parkNanos(this, left);
        }
        threads.remove(current);
        if (current.isInterrupted()) {
            throw new InterruptedIOException("interrupted in a socket call");
        }
        return true;
    }

    void wakeAll() {
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
    }

    void clear() {
        threads.clear();
    }
}
