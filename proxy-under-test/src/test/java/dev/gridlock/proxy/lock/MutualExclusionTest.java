package dev.gridlock.proxy.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real threads that would notice it if two of them were inside at once.
 *
 * <p>The locks that are faulty by design are here too. Their faults lie on the way out of a wait whose time is over, and make
 * threads stand still; none lets a reader or writer in beside a writer. So they must pass without time limits, and with
 * nothing but time limits, when nobody can be left asleep. Whether a fault shows on real threads is a matter of luck: what
 * forces it is in {@link TimedOutWriterInterleavingTest}, {@link LostWakeupTest} and {@link SignalStealingTest}.
 */
class MutualExclusionTest {

    private static final int OPERATIONS_PER_THREAD = 20_000;

    private enum Waits {
        FOR_EVER,
        LIMITED,
        EITHER;

        boolean isLimited(SplittableRandom random) {
            return this == LIMITED || (this == EITHER && random.nextBoolean());
        }
    }

    /** Two plain fields that differ only while a writer is inside. */
    private static final class Guarded {
        private long first;
        private long second;

        void write() {
            long next = first + 1;
            first = next;
            Thread.onSpinWait();
            second = next;
        }

        boolean isTorn() {
            long seen = second;
            Thread.onSpinWait();
            return seen != first;
        }
    }

    private record Tally(long writes, long timeouts, long torn) {}

    private static List<String> names() {
        return CatalogLocks.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void noLockLetsThreadsMeetInsideThatWaitForEver(String name) throws Exception {
        stress(
                CatalogLocks.create(name),
                Waits.FOR_EVER,
                Thread.ofPlatform().daemon().factory());
    }

    @ParameterizedTest
    @MethodSource("names")
    void noLockLetsThreadsMeetInsideWhoseTimeIsLimited(String name) throws Exception {
        stress(
                CatalogLocks.create(name),
                Waits.LIMITED,
                Thread.ofPlatform().daemon().factory());
    }

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped"})
    void platformThreadsNeverMeetInside(String name) throws Exception {
        var lock = CatalogLocks.create(name);
        stress(lock, Waits.EITHER, Thread.ofPlatform().daemon().factory());
        lock.word().ifPresent(word -> assertThat(new LockWord(word)).isEqualTo(new LockWord(0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped"})
    void virtualThreadsNeverMeetInside(String name) throws Exception {
        var lock = CatalogLocks.create(name);
        stress(lock, Waits.EITHER, Thread.ofVirtual().factory());
        lock.word().ifPresent(word -> assertThat(new LockWord(word)).isEqualTo(new LockWord(0)));
    }

    @Test
    void theFaultyLocksTwinWithoutItsFaultNeverLetsThreadsMeetInside() throws Exception {
        var lock = new WriterPreferringRwLock("sound", Runnable::run);
        stress(lock, Waits.EITHER, Thread.ofPlatform().daemon().factory());
        assertThat(lock.word()).hasValue(0);
    }

    private static void stress(CatalogLock lock, Waits waits, ThreadFactory threads) throws Exception {
        var guarded = new Guarded();
        var users = new ArrayList<Future<Tally>>();
        try (var executor = Executors.newThreadPerTaskExecutor(threads)) {
            for (int t = 0; t < 6; t++) {
                var random = new SplittableRandom(t);
                users.add(executor.submit(() -> use(lock, waits, guarded, random)));
            }
        }
        assertSound(users, guarded);
    }

    private static Tally use(CatalogLock lock, Waits waits, Guarded guarded, SplittableRandom random) {
        long writes = 0;
        long timeouts = 0;
        long torn = 0;
        for (int i = 0; i < OPERATIONS_PER_THREAD; i++) {
            boolean write = random.nextInt(4) == 0;
            boolean timed = waits.isLimited(random);
            long timeoutNanos = random.nextLong(1, 30_000);
            if (write) {
                if (timed && !lock.tryLockExclusive(timeoutNanos)) {
                    timeouts++;
                    continue;
                }
                if (!timed) {
                    lock.lockExclusive();
                }
                guarded.write();
                writes++;
                lock.unlockExclusive();
            } else {
                if (timed && !lock.tryLockShared(timeoutNanos)) {
                    timeouts++;
                    continue;
                }
                if (!timed) {
                    lock.lockShared();
                }
                torn += guarded.isTorn() ? 1 : 0;
                lock.unlockShared();
            }
        }
        return new Tally(writes, timeouts, torn);
    }

    @Test
    void upgradersAndDowngradersNeverMeetInside() throws Exception {
        var lock = new ParkingLotRwLock(RwLockVariant.V0_12_5);
        var guarded = new Guarded();
        var users = new ArrayList<Future<Tally>>();
        try (var executor =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory())) {
            for (int t = 0; t < 2; t++) {
                var random = new SplittableRandom(t);
                users.add(executor.submit(() -> upgradeAndDowngrade(lock, guarded, random)));
                users.add(executor.submit(() -> use(lock, Waits.EITHER, guarded, random.split())));
            }
        }
        assertSound(users, guarded);
        assertThat(new LockWord(lock.rawWord())).isEqualTo(new LockWord(0));
    }

    private static Tally upgradeAndDowngrade(ParkingLotRwLock lock, Guarded guarded, SplittableRandom random) {
        long writes = 0;
        long timeouts = 0;
        long torn = 0;
        for (int i = 0; i < OPERATIONS_PER_THREAD; i++) {
            lock.lockUpgradable();
            torn += guarded.isTorn() ? 1 : 0;
            if (random.nextBoolean()) {
                lock.upgrade();
            } else if (!lock.tryUpgrade(random.nextLong(1, 30_000))) {
                timeouts++;
                lock.unlockUpgradable();
                continue;
            }
            guarded.write();
            writes++;
            lock.downgradeToUpgradable();
            torn += guarded.isTorn() ? 1 : 0;
            lock.downgradeUpgradable();
            torn += guarded.isTorn() ? 1 : 0;
            lock.unlockShared();
        }
        return new Tally(writes, timeouts, torn);
    }

    private static void assertSound(List<Future<Tally>> users, Guarded guarded) {
        long writes = 0;
        for (var user : users) {
            var tally = LockStage.get(user);
            assertThat(tally.torn()).isZero();
            writes += tally.writes();
        }
        assertThat(guarded.first).isEqualTo(writes).isPositive();
        assertThat(guarded.second).isEqualTo(writes);
    }
}
