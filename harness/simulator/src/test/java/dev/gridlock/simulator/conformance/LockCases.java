package dev.gridlock.simulator.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** {@code java.util.concurrent.locks}. */
@SuppressWarnings("LockNotBeforeTry") // the thread that unlocks or what lies in between is what is tested
final class LockCases {
    private LockCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a lock lets one thread in at a time", () -> exclusion(new ReentrantLock())),
                Case.of("a fair lock lets one thread in at a time", () -> exclusion(new ReentrantLock(true))),
                Case.of(
                        "a write lock lets one thread in at a time",
                        () -> exclusion(new ReentrantReadWriteLock().writeLock())),
                Case.of(
                        "a stamped write lock lets one thread in at a time",
                        () -> exclusion(new StampedLock().asWriteLock())),
                Case.of("a fair lock is given in the order of asking", LockCases::fairness),
                Case.of("tryLock without a time does not wait", LockCases::tryLock),
                Case.of("a timed tryLock gives up", () -> timedTryLock(new ReentrantLock())),
                Case.of("a timed tryLock of a fair lock gives up", () -> timedTryLock(new ReentrantLock(true))),
                Case.of("a timed tryLock of a read lock gives up", LockCases::timedReadLock),
                Case.of("a timed tryLock gets a lock that is freed in time", LockCases::timedTryLockInTime),
                Case.of("readers share, writers do not", LockCases::readersShare),
                Case.of("a write lock may be downgraded", LockCases::downgrade),
                Case.of("stamped locks time out for readers and writers", LockCases::stampedTimeouts),
                Case.of("an optimistic read is void after a write", LockCases::optimisticRead),
                Case.of("a lock tells its owner and who queues", LockCases::introspection),
                Case.of("a lock must be unlocked by its owner", LockCases::ownership));
    }

    private static void exclusion(Lock lock) throws Exception {
        int[] counter = new int[1];
        List<Running<Boolean>> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(Running.run(() -> {
                for (int j = 0; j < 40; j++) {
                    lock.lock();
                    try {
                        int before = counter[0];
                        if (j % 20 == 0) {
                            Thread.sleep(1);
                        }
                        counter[0] = before + 1;
                    } finally {
                        lock.unlock();
                    }
                }
            }));
        }
        for (Running<Boolean> thread : threads) {
            thread.result();
        }
        assertThat(counter[0]).isEqualTo(320);
    }

    private static void fairness() throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        List<Integer> order = new ArrayList<>();
        List<Running<Boolean>> threads = new ArrayList<>();
        lock.lock();
        try {
            for (int i = 0; i < 5; i++) {
                int number = i;
                Running<Boolean> thread = Running.run(() -> {
                    lock.lock();
                    try {
                        order.add(number);
                    } finally {
                        lock.unlock();
                    }
                });
                while (!lock.hasQueuedThread(thread.thread())) {
                    Thread.sleep(1);
                }
                threads.add(thread);
            }
        } finally {
            lock.unlock();
        }
        for (Running<Boolean> thread : threads) {
            thread.result();
        }
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
    }

    private static void tryLock() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            assertThat(lock.tryLock()).isTrue();
            lock.unlock();
            assertThat(Running.start(lock::tryLock).result()).isFalse();
        } finally {
            lock.unlock();
        }
    }

    private static void timedTryLock(ReentrantLock lock) throws Exception {
        lock.lock();
        try {
            Running<Boolean> other = Running.start(() -> {
                Stopwatch watch = Stopwatch.start();
                boolean got = lock.tryLock(8, MILLISECONDS);
                watch.tookAtLeastMillis(8);
                return got;
            });
            assertThat(other.result()).isFalse();
            assertThat(Running.start(() -> lock.tryLock(0, MILLISECONDS)).result())
                    .isFalse();
        } finally {
            lock.unlock();
        }
    }

    private static void timedReadLock() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        try {
            assertThat(Running.start(() -> lock.readLock().tryLock(5, MILLISECONDS))
                            .result())
                    .isFalse();
        } finally {
            lock.writeLock().unlock();
        }
        lock.readLock().lock();
        try {
            assertThat(Running.start(() -> lock.writeLock().tryLock(5, MILLISECONDS))
                            .result())
                    .isFalse();
        } finally {
            lock.readLock().unlock();
        }
    }

    private static void timedTryLockInTime() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Running<Boolean> other;
        try {
            other = Running.start(() -> {
                boolean got = lock.tryLock(10, MINUTES);
                lock.unlock();
                return got;
            });
            other.awaitBlocked();
        } finally {
            lock.unlock();
        }
        assertThat(other.result()).isTrue();
    }

    private static void readersShare() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        try {
            assertThat(Running.start(() -> {
                                lock.readLock().lock();
                                lock.readLock().unlock();
                                return lock.getReadLockCount();
                            })
                            .result())
                    .isEqualTo(1);
            assertThat(Running.start(() -> lock.writeLock().tryLock()).result()).isFalse();
        } finally {
            lock.readLock().unlock();
        }
    }

    private static void downgrade() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        Running<Boolean> reader;
        try {
            reader = Running.run(() -> {
                lock.readLock().lock();
                lock.readLock().unlock();
            });
            reader.awaitBlocked();
            lock.readLock().lock();
        } finally {
            lock.writeLock().unlock();
        }
        reader.result();
        lock.readLock().unlock();
        assertThat(lock.getReadLockCount()).isZero();
    }

    private static void stampedTimeouts() throws Exception {
        StampedLock lock = new StampedLock();
        long write = lock.writeLock();
        assertThat(Running.start(() -> lock.tryReadLock(5, MILLISECONDS)).result())
                .isZero();
        assertThat(Running.start(() -> lock.tryWriteLock(5, MILLISECONDS)).result())
                .isZero();
        Running<Boolean> reader = Running.run(() -> lock.unlockRead(lock.tryReadLock(10, MINUTES)));
        Running<Boolean> writer = Running.run(() -> lock.unlockWrite(lock.writeLockInterruptibly()));
        reader.awaitBlocked();
        writer.awaitBlocked();
        lock.unlockWrite(write);
        reader.result();
        writer.result();
        assertThat(lock.isReadLocked() || lock.isWriteLocked()).isFalse();
    }

    private static void optimisticRead() throws Exception {
        StampedLock lock = new StampedLock();
        long stamp = lock.tryOptimisticRead();
        assertThat(lock.validate(stamp)).isTrue();
        Running.run(() -> lock.unlockWrite(lock.writeLock())).result();
        assertThat(lock.validate(stamp)).isFalse();
        long read = lock.readLock();
        long write = lock.tryConvertToWriteLock(read);
        assertThat(write).isNotZero();
        lock.unlockWrite(write);
    }

    private static void introspection() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Running<Boolean> other;
        try {
            other = Running.run(() -> {
                lock.lock();
                lock.unlock();
            });
            other.awaitBlocked();
            assertThat(lock.getQueueLength()).isEqualTo(1);
            assertThat(lock.hasQueuedThread(other.thread())).isTrue();
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            assertThat(lock.getHoldCount()).isEqualTo(1);
        } finally {
            lock.unlock();
        }
        other.result();
        assertThat(lock.isLocked()).isFalse();
    }

    private static void ownership() {
        ReentrantLock lock = new ReentrantLock();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(lock.newCondition()::signal).isInstanceOf(IllegalMonitorStateException.class);
    }
}
