package dev.gridlock.proxy.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.LockedCatalog;
import dev.gridlock.proxy.lock.broken.SignalStealing;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The steps of the defect in LLVM libc's lock, on real threads, with and without the defect. */
class SignalStealingTest {

    private final CountDownLatch atDeadline = new CountDownLatch(1);
    private final CountDownLatch mayLeave = new CountDownLatch(1);
    private final AtomicBoolean granted = new AtomicBoolean(true);

    @Test
    void aWriterThatTimesOutWithTheWakeUpLeavesEverybodyBehind() {
        WriterPreferringRwLock lock = lock(new SignalStealing());
        Thread reader = letTheWriterTimeOutAfterItWasChosen(lock);

        // Nobody is left who could wake the reader.
        awaitAsleep(reader);
        assertThat(lock.word()).hasValue(LockWord.PARKED);
        assertThat(lock.tryLockExclusive()).isFalse();
        assertThat(lock.tryLockShared()).isFalse();
        assertThat(lock.tryLockExclusive(100_000)).isFalse();
        assertThat(lock.tryLockShared(100_000)).isFalse();
        assertThat(reader.isAlive()).isTrue();
    }

    @Test
    void theSameLockWithoutTheDefectWakesTheReader() {
        WriterPreferringRwLock lock = lock(Runnable::run);
        Thread reader = letTheWriterTimeOutAfterItWasChosen(lock);

        LockedCatalog.join(reader);
        assertThat(lock.word()).hasValue(0);
        assertThat(lock.tryLockExclusive()).isTrue();
    }

    /** W0 writes; W1 waits for a while, R for as long as it takes. W1's time is over, then W0 leaves, then W1 does. */
    private Thread letTheWriterTimeOutAfterItWasChosen(WriterPreferringRwLock lock) {
        lock.lockExclusive();
        Thread writer = Thread.ofPlatform().daemon().name("W1").start(() -> granted.set(lock.tryLockExclusive(1_000)));
        LockedCatalog.pass(atDeadline);
        Thread reader = Thread.ofPlatform().daemon().name("R").start(() -> {
            lock.lockShared();
            lock.unlockShared();
        });
        awaitAsleep(reader);
        assertThat(lock.word()).hasValue(LockWord.WRITER | LockWord.PARKED);

        lock.unlockExclusive();
        assertThat(lock.word()).hasValue(LockWord.PARKED);
        assertThat(reader.isAlive()).isTrue();

        mayLeave.countDown();
        LockedCatalog.join(writer);
        assertThat(granted).isFalse();
        return reader;
    }

    private WriterPreferringRwLock lock(Consumer<Runnable> onGivingUp) {
        return new WriterPreferringRwLock("twin", onGivingUp, point -> {
            if (Thread.currentThread().getName().equals("W1")) {
                atDeadline.countDown();
                LockedCatalog.pass(mayLeave);
            }
        });
    }

    private static void awaitAsleep(Thread thread) {
        Events.until(thread.getName() + " to sleep", () -> thread.getState() == Thread.State.WAITING);
    }
}
