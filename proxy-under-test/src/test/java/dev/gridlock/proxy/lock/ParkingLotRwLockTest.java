package dev.gridlock.proxy.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How the modes of the lock get on with each other, with the word after each step. */
class ParkingLotRwLockTest {

    @ParameterizedTest
    @EnumSource
    void everyModeLeavesItsMarkOnTheWordAndTakesItAway(RwLockVariant variant) {
        try (var stage = new LockStage(variant)) {
            var lock = stage.lock;
            lock.lockShared();
            lock.lockSharedRecursive();
            stage.assertWord(0x20);
            lock.lockUpgradable();
            stage.assertWord(0x34);
            lock.downgradeUpgradable();
            stage.assertWord(0x30);
            lock.unlockShared();
            lock.unlockShared();
            lock.unlockShared();
            stage.assertWord(0x0);
            lock.lockUpgradable();
            lock.upgrade();
            stage.assertWord(0x8);
            lock.downgradeToUpgradable();
            stage.assertWord(0x14);
            assertThat(lock.tryUpgrade()).isTrue();
            lock.downgrade();
            stage.assertWord(0x10);
            lock.unlockShared();
            lock.lockExclusive();
            stage.assertWord(0x8);
            lock.unlockExclusive();
            stage.assertWord(0x0);
            assertThat(stage.brokenRules()).isEmpty();
        }
    }

    @Test
    void aPendingWriterKeepsReadersOutButNotRecursiveOnes() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            var lock = stage.lock;
            var reader = stage.actor("R");
            reader.does(lock::lockShared);
            Future<?> write = stage.actor("W").starts(lock::lockExclusive);
            stage.awaitState(0x1A, 0, 1);
            assertThat(lock.tryLockShared()).isFalse();
            assertThat(lock.tryLockUpgradable()).isFalse();
            assertThat(reader.tries(lock::tryLockSharedRecursive)).isTrue();
            reader.does(lock::lockSharedRecursive);
            stage.assertWord(0x3A);
            reader.does(lock::unlockShared);
            reader.does(lock::unlockShared);
            assertThat(write.isDone()).isFalse();
            reader.does(lock::unlockShared);
            LockStage.get(write);
            stage.assertWord(0x8);
        }
    }

    @Test
    void anOwningWriterKeepsRecursiveReadersOutToo() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            stage.lock.lockExclusive();
            assertThat(stage.lock.tryLockSharedRecursive()).isFalse();
            assertThat(stage.lock.tryLockSharedRecursive(LockStage.TIMEOUT_NANOS))
                    .isFalse();
            stage.assertWord(0x8);
        }
    }

    @Test
    void anUpgradeWaitsForTheOtherReaders() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            var lock = stage.lock;
            var reader = stage.actor("R");
            reader.does(lock::lockShared);
            var upgrader = stage.actor("U");
            upgrader.does(lock::lockUpgradable);
            assertThat(upgrader.tries(lock::tryUpgrade)).isFalse();
            assertThat(lock.tryLockUpgradable()).isFalse();
            assertThat(lock.tryLockUpgradable(LockStage.TIMEOUT_NANOS)).isFalse();
            assertThat(upgrader.tries(() -> lock.tryUpgrade(LockStage.TIMEOUT_NANOS)))
                    .isFalse();
            stage.assertWord(0x24);
            Future<?> upgrade = upgrader.starts(lock::upgrade);
            stage.awaitState(0x1A, 0, 1);
            reader.does(lock::unlockShared);
            LockStage.get(upgrade);
            stage.assertWord(0x8);
            assertThat(stage.ledger.counts()).isEqualTo(new GhostCounts(0, 0, 1, 1));
        }
    }

    @Test
    void aTimedUpgradeSucceedsWithoutReaders() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            stage.lock.lockUpgradable();
            assertThat(stage.lock.tryUpgrade(LockStage.TIMEOUT_NANOS)).isTrue();
            stage.assertWord(0x8);
        }
    }

    @Test
    void anOrdinaryUnlockWakesReadersAndTheFirstWriterAndLetsThemCompete() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            var lock = stage.lock;
            lock.lockExclusive();
            Future<?> read = stage.actor("R").starts(lock::lockShared);
            stage.awaitState(0x9, 1, 0);
            lock.unlockExclusive();
            LockStage.get(read);
            stage.assertWord(0x10);
        }
    }

    @Test
    void aFairUnlockHandsTheLockToReadersAndMakesTheFirstWriterPending() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            var lock = stage.lock;
            lock.lockExclusive();
            var reader = stage.actor("R");
            Future<?> read = reader.starts(lock::lockShared);
            stage.awaitState(0x9, 1, 0);
            Future<?> write = stage.actor("W").starts(lock::lockExclusive);
            stage.awaitState(0x9, 2, 0);
            Future<?> secondRead = stage.actor("R2").starts(lock::lockShared);
            stage.awaitState(0x9, 3, 0);
            lock.unlockExclusiveFair();
            LockStage.get(read);
            // R2 stood behind the writer, which stopped the wake-up.
            stage.awaitState(0x1B, 1, 1);
            assertThat(stage.ledger.counts()).isEqualTo(new GhostCounts(1, 0, 1, 0));
            assertThat(stage.brokenRules()).isEmpty();
            reader.does(lock::unlockShared);
            LockStage.get(write);
            stage.awaitState(0x9, 1, 0);
            lock.unlockExclusiveFair();
            LockStage.get(secondRead);
            stage.assertWord(0x10);
            assertThat(stage.brokenRules()).isEmpty();
        }
    }

    @Test
    void aFairParkingTableHandsOverAtEveryUnlock() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5, Fairness.ALWAYS)) {
            var lock = stage.lock;
            var writer = stage.actor("W");
            var gate = stage.gate(writer, PausePoint.AFTER_KEY0_DEADLINE_BEFORE_DEQUEUE);
            lock.lockExclusive();
            Future<Boolean> write = writer.startsTrying(() -> lock.tryLockExclusive(LockStage.TIMEOUT_NANOS));
            gate.awaitReached();
            lock.unlockExclusive();
            // The hand-over took place although the writer, past its deadline, has not noticed yet.
            stage.assertWord(0x8);
            assertThat(stage.ledger.counts()).isEqualTo(new GhostCounts(0, 0, 1, 0));
            gate.open();
            assertThat(LockStage.get(write)).isTrue();
            assertThat(stage.ledger.counts()).isEqualTo(new GhostCounts(0, 0, 1, 1));
        }
    }

    @Test
    void aFairUnlockHandsOverAtOnce() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            stage.lock.lockExclusive();
            var wait = waitPastDeadline(stage, stage.lock::tryLockExclusive);
            stage.lock.unlockExclusiveFair();
            stage.assertWord(0x8);
            assertThat(wait.isDone()).isFalse();
            assertThat(stage.ledger.counts()).isEqualTo(new GhostCounts(0, 0, 1, 0));
            stage.openGates();
            assertThat(LockStage.get(wait)).isTrue();
        }
    }

    @Test
    void anOrdinaryUnlockGivesNothingToTheThreadsItWakes() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            stage.lock.lockExclusive();
            var wait = waitPastDeadline(stage, stage.lock::tryLockExclusive);
            stage.lock.unlockExclusive();
            stage.assertWord(0x0);
            assertThat(stage.lock.mainQueueLength()).isZero();
            assertThat(stage.lock.tryLockExclusive()).isTrue();
            stage.openGates();
            assertThat(LockStage.get(wait)).isFalse();
        }
    }

    @Test
    void aFairReleaseOfTheUpgradableHoldHandsItToTheNextUpgraderAtOnce() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            var lock = stage.lock;
            lock.lockUpgradable();
            var next = waitPastDeadline(stage, lock::tryLockUpgradable);
            Future<?> third = stage.actor("U3").starts(lock::lockUpgradable);
            stage.awaitState(0x15, 2, 0);
            lock.unlockUpgradableFair();
            stage.assertWord(0x15);
            assertThat(next.isDone()).isFalse();
            assertThat(stage.ledger.counts()).isEqualTo(new GhostCounts(0, 1, 0, 0));
            stage.openGates();
            assertThat(LockStage.get(next)).isTrue();
            stage.awaitState(0x15, 1, 0);
            lock.unlockUpgradable();
            LockStage.get(third);
            stage.assertWord(0x14);
            assertThat(stage.brokenRules()).isEmpty();
        }
    }

    private interface TimedOperation {
        boolean tryFor(long timeoutNanos);
    }

    /** An actor past its deadline that has yet to remove itself from the main queue; it goes on when the gates open. */
    private static Future<Boolean> waitPastDeadline(LockStage stage, TimedOperation operation) {
        var waiter = stage.actor("past deadline");
        var deadline = stage.gate(waiter, PausePoint.AFTER_KEY0_DEADLINE_BEFORE_DEQUEUE);
        Future<Boolean> wait = waiter.startsTrying(() -> operation.tryFor(LockStage.TIMEOUT_NANOS));
        deadline.awaitReached();
        assertThat(stage.lock.mainQueueLength()).isEqualTo(1);
        return wait;
    }

    @Test
    void aDowngradeToUpgradableLeavesWritersAndUpgradersAsleep() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            var lock = stage.lock;
            lock.lockExclusive();
            var upgradable = waitPastDeadline(stage, lock::tryLockUpgradable);
            Future<?> read = stage.actor("R").starts(lock::lockShared);
            stage.awaitState(0x9, 2, 0);
            lock.downgradeToUpgradable();
            LockStage.get(read);
            stage.awaitState(0x25, 1, 0);
            assertThat(upgradable.isDone()).isFalse();
            assertThat(stage.brokenRules()).isEmpty();
            // A woken thread would have left the queue at once, and this one cannot have come back.
            lock.downgradeUpgradable();
            stage.assertWord(0x20);
            stage.openGates();
            // The wake-up came before it removed itself, so it counts, and the lock is to be had.
            assertThat(LockStage.get(upgradable)).isTrue();
            stage.assertWord(0x34);
        }
    }

    @Test
    void anUpgradeThatTimesOutLeavesWritersAsleep() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            var lock = stage.lock;
            lock.lockShared();
            var upgrader = stage.actor("U");
            upgrader.does(lock::lockUpgradable);
            var write = waitPastDeadline(stage, lock::tryLockExclusive);
            stage.assertWord(0x25);
            assertThat(upgrader.tries(() -> lock.tryUpgrade(LockStage.TIMEOUT_NANOS)))
                    .isFalse();
            stage.awaitState(0x25, 1, 0);
            stage.openGates();
            assertThat(LockStage.get(write)).isFalse();
            stage.awaitState(0x24, 0, 0);
        }
    }

    @Test
    void aThreadThatIsAboutToParkNoticesThatTheLockWasReleased() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            var reader = stage.actor("R");
            var aboutToPark = stage.gate(reader, PausePoint.AFTER_PARKED_SET_BEFORE_KEY0_PARK);
            stage.lock.lockExclusive();
            Future<?> read = reader.starts(stage.lock::lockShared);
            aboutToPark.awaitReached();
            stage.awaitState(0x9, 0, 0);
            stage.lock.unlockExclusive();
            stage.assertWord(0x0);
            aboutToPark.open();
            LockStage.get(read);
            stage.assertWord(0x10);
        }
    }

    @Test
    void aPendingWriterThatIsAboutToParkNoticesThatTheLastReaderHasLeft() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            var writer = stage.actor("W");
            var aboutToPark = stage.gate(writer, PausePoint.AFTER_WRITER_PARKED_SET_BEFORE_KEY1_PARK);
            stage.lock.lockShared();
            Future<?> write = writer.starts(stage.lock::lockExclusive);
            aboutToPark.awaitReached();
            stage.awaitState(0x1A, 0, 0);
            stage.lock.unlockShared();
            stage.assertWord(0x8);
            aboutToPark.open();
            LockStage.get(write);
            stage.assertWord(0x8);
        }
    }

    @Test
    void aDowngradeToSharedLetsAnUpgraderInAsWell() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            var lock = stage.lock;
            lock.lockExclusive();
            Future<?> upgradable = stage.actor("U").starts(lock::lockUpgradable);
            stage.awaitState(0x9, 1, 0);
            lock.downgrade();
            LockStage.get(upgradable);
            stage.assertWord(0x24);
        }
    }

    @Test
    void aSingleBucketForBothQueuesServesAsWell() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5, ParkingTable.singleBucket(Fairness.NEVER, 0))) {
            var lock = stage.lock;
            var reader = stage.actor("R");
            reader.does(lock::lockShared);
            Future<?> first = stage.actor("W1").starts(lock::lockExclusive);
            stage.awaitState(0x1A, 0, 1);
            Future<?> second = stage.actor("W2").starts(lock::lockExclusive);
            stage.awaitState(0x1B, 1, 1);
            reader.does(lock::unlockShared);
            LockStage.get(first);
            stage.awaitState(0x9, 1, 0);
            lock.unlockExclusive();
            LockStage.get(second);
            stage.assertWord(0x8);
        }
    }
}
