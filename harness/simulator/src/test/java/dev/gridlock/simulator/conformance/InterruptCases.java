package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

/** Interruption of threads that wait. */
final class InterruptCases {
    private InterruptCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("an interrupt ends a sleep", () -> interrupted(() -> Thread.sleep(600_000))),
                Case.of("an interrupt ends a wait", () -> interrupted(InterruptCases::waitForEver)),
                Case.of("an interrupt ends a timed wait", () -> interrupted(InterruptCases::waitLong)),
                Case.of("an interrupt ends a wait for a lock", InterruptCases::lockInterruptibly),
                Case.of("an interrupt ends a wait for a stamped lock", InterruptCases::stampedLock),
                Case.of("an interrupt ends a wait for a latch", () -> interrupted(() -> new CountDownLatch(1).await())),
                Case.of("an interrupt ends a wait for a permit", () -> interrupted(() -> new Semaphore(0).acquire())),
                Case.of("an interrupt ends a take", () -> interrupted(() -> new LinkedBlockingQueue<>().take())),
                Case.of("an interrupt ends a join", () -> interrupted(InterruptCases::joinForEver)),
                Case.of(
                        "an interrupt ends a wait for a result",
                        () -> interrupted(() -> new FutureTask<>(() -> 1).get())),
                Case.of("an interrupt ends a park and stays set", InterruptCases::park),
                Case.of("a thread that is interrupted already does not sleep", InterruptCases::before),
                Case.of("the status is read and cleared", InterruptCases::status),
                Case.of("an interrupt does not end a wait to enter a monitor", InterruptCases::monitorEntry),
                Case.of("an interrupted waiter returns with the monitor", InterruptCases::waiterHasMonitor));
    }

    private static void interrupted(Running.Action waiting) throws Exception {
        boolean[] cleared = new boolean[1];
        Running<Boolean> running = Running.run(() -> {
            try {
                waiting.run();
            } finally {
                cleared[0] = !Thread.currentThread().isInterrupted();
            }
        });
        running.awaitBlocked();
        running.thread().interrupt();
        assertThat(running.failure()).isInstanceOf(InterruptedException.class);
        assertThat(cleared[0]).isTrue();
    }

    @SuppressWarnings("WaitNotInLoop") // nobody notifies
    private static void waitForEver() throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // nobody notifies
    private static void waitLong() throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(600_000);
        }
    }

    private static void joinForEver() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread other = Thread.startVirtualThread(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            other.join();
        } finally {
            end.countDown();
        }
    }

    private static void lockInterruptibly() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            interrupted(lock::lockInterruptibly);
        } finally {
            lock.unlock();
        }
        assertThat(lock.hasQueuedThreads()).isFalse();
    }

    private static void stampedLock() throws Exception {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        interrupted(lock::readLockInterruptibly);
        lock.unlockWrite(stamp);
        lock.unlockRead(lock.readLock());
    }

    private static void park() throws Exception {
        AtomicBoolean seen = new AtomicBoolean();
        Running<Boolean> running = Running.run(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            LockSupport.park();
            seen.set(Thread.interrupted());
        });
        running.awaitBlocked();
        running.thread().interrupt();
        running.result();
        assertThat(seen).isTrue();
    }

    private static void before() throws Exception {
        Running<Boolean> running = Running.run(() -> {
            Thread.currentThread().interrupt();
            Thread.sleep(600_000);
        });
        assertThat(running.failure()).isInstanceOf(InterruptedException.class);
    }

    private static void status() {
        Thread.currentThread().interrupt();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Thread.interrupted()).isFalse();
    }

    private static void monitorEntry() throws Exception {
        Object monitor = new Object();
        Running<Boolean> running;
        synchronized (monitor) {
            running = Running.start(() -> {
                synchronized (monitor) {
                    return Thread.interrupted();
                }
            });
            running.awaitBlocked();
            running.thread().interrupt();
            Thread.sleep(3);
            assertThat(running.thread().isAlive()).isTrue();
        }
        assertThat(running.result()).isTrue();
    }

    @SuppressWarnings("WaitNotInLoop") // nobody notifies
    private static void waiterHasMonitor() throws Exception {
        Object monitor = new Object();
        Running<Boolean> running = Running.start(() -> {
            synchronized (monitor) {
                assertThatThrownBy(monitor::wait).isInstanceOf(InterruptedException.class);
                return Thread.holdsLock(monitor);
            }
        });
        running.awaitBlocked();
        synchronized (monitor) {
            running.thread().interrupt();
            Thread.sleep(3);
            assertThat(running.thread().isAlive()).isTrue();
        }
        assertThat(running.result()).isTrue();
    }
}
