package dev.gridlock.proxy.lock;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.BooleanSupplier;

/** One of the JDK's reader-writer locks as a catalog lock: no state word, and timed waits made uninterruptible. */
final class JdkCatalogLock implements CatalogLock {

    private final String name;
    private final Lock shared;
    private final Lock exclusive;
    private final BooleanSupplier overtakesNobody;

    /**
     * One of the JDK's locks.
     *
     * @param overtakesNobody whether a shared hold that is taken by {@code tryLock} now overtakes nobody whom {@code lock} would
     *     not overtake
     */
    JdkCatalogLock(String name, ReadWriteLock lock, BooleanSupplier overtakesNobody) {
        this.name = name;
        this.overtakesNobody = overtakesNobody;
        shared = lock.readLock();
        exclusive = lock.writeLock();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void lockShared() {
        shared.lock();
    }

    @Override
    public void unlockShared() {
        shared.unlock();
    }

    @Override
    public boolean tryLockShared() {
        return shared.tryLock();
    }

    @Override
    public boolean lockSharedAtOnce() {
        return overtakesNobody.getAsBoolean() && shared.tryLock();
    }

    @Override
    public boolean tryLockShared(long timeoutNanos) {
        return tryUninterruptibly(shared, timeoutNanos);
    }

    @Override
    public void lockExclusive() {
        exclusive.lock();
    }

    @Override
    public void unlockExclusive() {
        exclusive.unlock();
    }

    @Override
    public boolean tryLockExclusive() {
        return exclusive.tryLock();
    }

    @Override
    public boolean tryLockExclusive(long timeoutNanos) {
        return tryUninterruptibly(exclusive, timeoutNanos);
    }

    @Override
    public OptionalLong word() {
        return OptionalLong.empty();
    }

    private static boolean tryUninterruptibly(Lock lock, long timeoutNanos) {
        long deadlineNanos = Deadlines.after(timeoutNanos);
        long remainingNanos = timeoutNanos;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return lock.tryLock(remainingNanos, TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    // The contract is that of parking_lot, which knows no interruption: wait on, tell the caller later.
                    interrupted = true;
                    remainingNanos = deadlineNanos - System.nanoTime();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
