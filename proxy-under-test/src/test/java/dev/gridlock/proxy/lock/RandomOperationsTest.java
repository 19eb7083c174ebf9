package dev.gridlock.proxy.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Random sequences of operations, checked against the rules of the lock; each failure names its seed. */
class RandomOperationsTest {

    private static final int HOLDS_PER_THREAD_MAX = 3;

    @ParameterizedTest
    @EnumSource
    void oneThreadGetsWhatAPlainModelOfTheLockSays(RwLockVariant variant) {
        for (int seed = 1; seed <= 100; seed++) {
            var ledger = new GhostLedger();
            var lock = lock(variant, Fairness.NEVER, ledger);
            var user = new RandomUser(lock, ledger, seed, 1);
            for (int i = 0; i < 60; i++) {
                var before = new GhostCounts(user.shared, user.upgradable, user.exclusive, user.exclusive);
                String operation = user.step();
                String context = "seed " + seed + ", operation " + i + ": " + operation + " with " + before;
                assertThat(user.failure).as(context).isEmpty();
                long word = LockWord.READER * user.shared
                        + LockWord.UPGRADABLE_READER * user.upgradable
                        + LockWord.WRITER * user.exclusive;
                assertThat(lock.rawWord()).as(context).isEqualTo(word);
                assertThat(LockInvariants.check(LockSnapshot.of(lock, ledger, HOLDS_PER_THREAD_MAX)))
                        .as(context)
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, NEVER", "2, NEVER", "3, TIMED", "4, TIMED", "5, ALWAYS", "6, ALWAYS"})
    void manyThreadsLeaveTheFixedLockSoundWheneverTheyRest(int seed, Fairness fairness) throws Exception {
        int threads = 4;
        var ledger = new GhostLedger();
        var lock = lock(RwLockVariant.V0_12_5, fairness, ledger);
        var violations = new ArrayList<LockViolation>();
        var rest = new CyclicBarrier(
                threads,
                () -> violations.addAll(
                        LockInvariants.check(LockSnapshot.of(lock, ledger, threads * HOLDS_PER_THREAD_MAX))));
        var users = new ArrayList<Future<Void>>();
        try (var executor =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            for (int t = 0; t < threads; t++) {
                var user = new RandomUser(lock, ledger, 100L * seed + t, 20_000);
                users.add(executor.submit(() -> {
                    useInRounds(user, rest);
                    return null;
                }));
            }
        }
        for (var user : users) {
            LockStage.get(user);
        }
        assertThat(violations).as("seed %d", seed).isEmpty();
        assertThat(lock.rawWord()).isZero();
        assertThat(ledger.counts()).isEqualTo(GhostCounts.NONE);
    }

    private static void useInRounds(RandomUser user, CyclicBarrier rest)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        for (int round = 0; round < 60; round++) {
            for (int i = 0; i < 10; i++) {
                user.step();
            }
            rest.await(20, TimeUnit.SECONDS);
            rest.await(20, TimeUnit.SECONDS);
        }
        user.releaseAll();
        rest.await(20, TimeUnit.SECONDS);
    }

    private static ParkingLotRwLock lock(RwLockVariant variant, Fairness fairness, GhostLedger ledger) {
        return new ParkingLotRwLock(RwLockOptions.of(variant)
                .withParkingTable(ParkingTable.forThreads(4, fairness, 1))
                .withSpinTries(2)
                .withLedger(ledger));
    }

    /** A thread's worth of operations that never wait for ever, and of the holds that they brought. */
    private static final class RandomUser {
        private final ParkingLotRwLock lock;
        private final GhostLedger ledger;
        private final SplittableRandom random;
        private final long timeoutNanos;
        private int shared;
        private int upgradable;
        private int exclusive;
        /** What differs from the model of a lock with no other user; meaningful only without one. */
        private String failure = "";

        RandomUser(ParkingLotRwLock lock, GhostLedger ledger, long seed, long timeoutNanos) {
            this.lock = lock;
            this.ledger = ledger;
            this.random = new SplittableRandom(seed);
            this.timeoutNanos = timeoutNanos;
        }

        String step() {
            List<Runnable> possible = new ArrayList<>();
            List<String> names = new ArrayList<>();
            offer(possible, names, shared + upgradable + exclusive < HOLDS_PER_THREAD_MAX, "acquire", this::acquire);
            offer(possible, names, upgradable > 0, "upgrade", this::upgrade);
            offer(possible, names, shared > 0, "unlockShared", this::unlockShared);
            offer(possible, names, upgradable > 0, "releaseUpgradable", this::releaseUpgradable);
            offer(possible, names, exclusive > 0, "releaseExclusive", this::releaseExclusive);
            int choice = random.nextInt(possible.size());
            ledger.during(possible.get(choice));
            return names.get(choice);
        }

        private static void offer(
                List<Runnable> possible, List<String> names, boolean allowed, String name, Runnable operation) {
            if (allowed) {
                possible.add(operation);
                names.add(name);
            }
        }

        private void acquire() {
            boolean timed = random.nextBoolean();
            switch (random.nextInt(4)) {
                case 0 -> {
                    boolean taken = timed ? lock.tryLockShared(timeoutNanos) : lock.tryLockShared();
                    expect(taken, exclusive == 0);
                    shared += taken ? 1 : 0;
                }
                case 1 -> {
                    boolean taken = timed ? lock.tryLockSharedRecursive(timeoutNanos) : lock.tryLockSharedRecursive();
                    expect(taken, exclusive == 0);
                    shared += taken ? 1 : 0;
                }
                case 2 -> {
                    boolean taken = timed ? lock.tryLockUpgradable(timeoutNanos) : lock.tryLockUpgradable();
                    expect(taken, exclusive + upgradable == 0);
                    upgradable += taken ? 1 : 0;
                }
                default -> {
                    boolean taken = timed ? lock.tryLockExclusive(timeoutNanos) : lock.tryLockExclusive();
                    expect(taken, exclusive + upgradable + shared == 0);
                    exclusive += taken ? 1 : 0;
                }
            }
        }

        private void upgrade() {
            boolean taken = random.nextBoolean() ? lock.tryUpgrade(timeoutNanos) : lock.tryUpgrade();
            expect(taken, shared == 0);
            if (taken) {
                upgradable--;
                exclusive++;
            }
        }

        private void unlockShared() {
            lock.unlockShared();
            shared--;
        }

        private void releaseUpgradable() {
            switch (random.nextInt(3)) {
                case 0 -> lock.unlockUpgradable();
                case 1 -> lock.unlockUpgradableFair();
                default -> {
                    lock.downgradeUpgradable();
                    shared++;
                }
            }
            upgradable--;
        }

        private void releaseExclusive() {
            switch (random.nextInt(4)) {
                case 0 -> lock.unlockExclusive();
                case 1 -> lock.unlockExclusiveFair();
                case 2 -> {
                    lock.downgrade();
                    shared++;
                }
                default -> {
                    lock.downgradeToUpgradable();
                    upgradable++;
                }
            }
            exclusive--;
        }

        void releaseAll() {
            while (shared > 0) {
                unlockShared();
            }
            while (exclusive > 0) {
                releaseExclusive();
            }
            while (upgradable > 0) {
                releaseUpgradable();
            }
            while (shared > 0) {
                unlockShared();
            }
        }

        private void expect(boolean taken, boolean expected) {
            if (taken != expected) {
                failure = taken ? "got a hold it should not have" : "did not get a hold it should have";
            }
        }
    }
}
