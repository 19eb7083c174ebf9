package dev.gridlock.proxy.lock;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lincheck: a plain counter behind a sound lock is linearizable, whichever way its users take the lock; and nobody is left
 * asleep, which Lincheck would call a deadlock.
 *
 * <p>While Lincheck chooses the schedules its clock stands still, so a timed wait ends by getting the lock or not at all. On
 * real threads, in the stress tests, time passes. What the locks do at a deadline is therefore played through in
 * {@link TimedOutWriterInterleavingTest}, {@link LostWakeupTest} and {@link SignalStealingTest}, where the broken locks fail.
 *
 * <p>{@code -Dgridlock.lincheck.scenarios} and {@code -Dgridlock.lincheck.schedules} raise the number of random scenarios and of
 * schedules tried for each.
 */
class LinearizableUnderLockTest {

    private static final int SCENARIOS = Integer.getInteger("gridlock.lincheck.scenarios", 5);
    private static final int SCHEDULES = Integer.getInteger("gridlock.lincheck.schedules", 200);
    private static final long TIMEOUT_NANOS = 20_000;

    /** Without spinning, which changes no outcome that is possible and costs steps. */
    private static final Map<String, Supplier<CatalogLock>> LOCKS = Map.of(
            "parking-lot-0.12.5", () -> parkingLot(Fairness.NEVER),
            "parking-lot-0.12.5, always fair", () -> parkingLot(Fairness.ALWAYS),
            "reentrant", () -> CatalogLocks.create("reentrant"),
            "stamped", () -> CatalogLocks.create("stamped"),
            "writer-preferring", () -> new WriterPreferringRwLock("writer-preferring", Runnable::run),
            "writers-share", LinearizableUnderLockTest::writersShare);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parking-lot-0.12.5",
                "parking-lot-0.12.5, always fair",
                "reentrant",
                "stamped",
                "writer-preferring"
            })
    void everyScheduleTriedIsLinearizable(String lock) {
        modelCheck(lock);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parking-lot-0.12.5",
                "parking-lot-0.12.5, always fair",
                "reentrant",
                "stamped",
                "writer-preferring"
            })
    void realThreadsThatRunOutOfTimeAreLinearizable(String lock) {
        GuardedCounter.underTest = lock;
        new StressOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(SCHEDULES)
                .threads(3)
                .actorsBefore(0)
                .actorsPerThread(3)
                .actorsAfter(0)
                .sequentialSpecification(PlainCounter.class)
                .check(GuardedCounter.class);
    }

    @Test
    void aLockThatLetsWritersInTogetherFailsTheSameCheck() {
        assertThatThrownBy(() -> modelCheck("writers-share")).isInstanceOf(LincheckAssertionError.class);
    }

    private static void modelCheck(String lock) {
        GuardedCounter.underTest = lock;
        new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(SCHEDULES)
                .threads(3)
                .actorsBefore(0)
                .actorsPerThread(2)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .sequentialSpecification(PlainCounter.class)
                .check(GuardedCounter.class);
    }

    private static CatalogLock parkingLot(Fairness fairness) {
        return new ParkingLotRwLock(RwLockOptions.of(RwLockVariant.V0_12_5)
                .withSpinTries(0)
                .withParkingTable(ParkingTable.forThreads(3, fairness, 0)));
    }

    /** Every hold is a shared one. */
    private static CatalogLock writersShare() {
        Lock shared = new ReentrantReadWriteLock().readLock();
        var lock = new ReadWriteLock() {
            @Override
            public Lock readLock() {
                return shared;
            }

            @Override
            public Lock writeLock() {
                return shared;
            }
        };
        return new JdkCatalogLock("writers-share", lock, () -> false);
    }

    /** What the operations do when one comes after the other. */
    public static final class PlainCounter {

        private int value;

        public int add() {
            return ++value;
        }

        public int addIfFreeElseWait() {
            return add();
        }

        public int addWithinTimeElseWait() {
            return add();
        }

        public int read() {
            return value;
        }

        public int readIfFreeElseWait() {
            return value;
        }

        public int readWithinTimeElseWait() {
            return value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof PlainCounter that && value == that.value;
        }

        @Override
        public int hashCode() {
            return value;
        }
    }

    /** Two plain fields that are equal whenever nobody is inside. */
    public static final class GuardedCounter {

        /** Lincheck makes the instances, without arguments. */
        static String underTest = "";

        private final CatalogLock lock =
                Objects.requireNonNull(LOCKS.get(underTest)).get();
        private int first;
        private int second;

        @Operation
        public int add() {
            lock.lockExclusive();
            return addInside();
        }

        @Operation
        public int addIfFreeElseWait() {
            if (!lock.tryLockExclusive()) {
                lock.lockExclusive();
            }
            return addInside();
        }

        @Operation
        public int addWithinTimeElseWait() {
            if (!lock.tryLockExclusive(TIMEOUT_NANOS)) {
                lock.lockExclusive();
            }
            return addInside();
        }

        @Operation
        public int read() {
            lock.lockShared();
            return readInside();
        }

        @Operation
        public int readIfFreeElseWait() {
            if (!lock.tryLockShared()) {
                lock.lockShared();
            }
            return readInside();
        }

        @Operation
        public int readWithinTimeElseWait() {
            if (!lock.tryLockShared(TIMEOUT_NANOS)) {
                lock.lockShared();
            }
            return readInside();
        }

        private int addInside() {
            int next = first + 1;
            first = next;
            second = next;
            lock.unlockExclusive();
            return next;
        }

        private int readInside() {
            int seen = second;
            boolean torn = seen != first;
            lock.unlockShared();
            return torn ? Integer.MIN_VALUE : seen;
        }
    }
}
