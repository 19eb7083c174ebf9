package dev.gridlock.proxy.lock;

import static dev.gridlock.proxy.lock.PausePoint.AFTER_FETCH_SUB_BEFORE_UNPARK_ONE;
import static dev.gridlock.proxy.lock.PausePoint.AFTER_KEY1_DEADLINE_BEFORE_DEQUEUE;
import static dev.gridlock.proxy.lock.PausePoint.AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK;
import static dev.gridlock.proxy.lock.PausePoint.AFTER_WRITER_SET_BEFORE_WAITING_FOR_READERS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An upgrade that gives up just as the last other reader leaves. */
class TimedOutUpgradeTest {

    @Test
    void theUnfixedLockLosesTheUpgradableBitAndLetsASecondHolderIn() {
        try (var stage = new LockStage(RwLockVariant.V0_12_3)) {
            playUpgrade(stage, 0x0A, 0x12);
            assertThat(stage.brokenRules()).containsExactly(LockRule.I2);

            assertThat(stage.actor("second").tries(stage.lock::tryLockUpgradable))
                    .isTrue();
            stage.assertWord(0x26);
            assertThat(stage.ledger.counts().upgradable()).isEqualTo(2);
            assertThat(stage.brokenRules()).containsExactly(LockRule.I2);
        }
    }

    @Test
    void theUnfixedLockThenLetsTwoWritersInAtOnce() {
        try (var stage = new LockStage(RwLockVariant.V0_12_3)) {
            playUpgrade(stage, 0x0A, 0x12);
            var x = stage.actor("X");
            var writerSet = stage.gate(x, AFTER_WRITER_SET_BEFORE_WAITING_FOR_READERS);
            Future<?> write = x.starts(stage.lock::lockExclusive);
            writerSet.awaitReached();
            stage.assertWord(0x1A);
            // The upgrader subtracts the bit that is gone, and borrows it from the reader count.
            stage.lock.upgrade();
            stage.assertWord(0x0E);
            writerSet.open();
            LockStage.get(write);
            assertThat(stage.ledger.counts()).isEqualTo(new GhostCounts(0, 0, 2, 2));
            assertThat(stage.brokenRules()).contains(LockRule.I3, LockRule.I4);
        }
    }

    @Test
    void theUnfixedLockWrapsItsWordWhenTheLostHoldIsReleased() {
        try (var stage = new LockStage(RwLockVariant.V0_12_3)) {
            playUpgrade(stage, 0x0A, 0x12);
            stage.lock.unlockUpgradable();
            stage.assertWord(0xFFFFFFFFFFFFFFFEL);
            assertThat(stage.brokenRules()).contains(LockRule.I1, LockRule.I3, LockRule.I8, LockRule.Q4);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V0_12_3_PR466A", "V0_12_5"})
    void theFixedLocksGiveTheUpgradableHoldBack(RwLockVariant variant) {
        try (var stage = new LockStage(variant)) {
            playUpgrade(stage, 0x08, 0x14);
            assertThat(stage.brokenRules()).isEmpty();
            assertThat(stage.actor("second").tries(stage.lock::tryLockUpgradable))
                    .isFalse();
            stage.lock.unlockUpgradable();
            stage.assertWord(0);
        }
    }

    /** U upgrades with a time limit while R reads; R leaves between U's deadline and U's rollback. */
    private static void playUpgrade(LockStage stage, long afterDequeue, long afterRollback) {
        var lock = stage.lock;
        var u = stage.actor("U");
        var r = stage.actor("R");
        var writerSet = stage.gate(u, AFTER_WRITER_SET_BEFORE_WAITING_FOR_READERS);
        var deadline = stage.gate(u, AFTER_KEY1_DEADLINE_BEFORE_DEQUEUE);
        var dequeued = stage.gate(u, AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK);
        var left = stage.gate(r, AFTER_FETCH_SUB_BEFORE_UNPARK_ONE);
        u.does(lock::lockUpgradable);
        r.does(lock::lockShared);
        stage.assertWord(0x24);
        Future<Boolean> upgrade = u.startsTrying(() -> lock.tryUpgrade(LockStage.TIMEOUT_NANOS));
        writerSet.awaitReached();
        stage.assertWord(0x18);
        writerSet.open();
        deadline.awaitReached();
        stage.assertWord(0x1A);
        Future<?> leave = r.starts(lock::unlockShared);
        left.awaitReached();
        stage.assertWord(0x0A);
        deadline.open();
        dequeued.awaitReached();
        stage.assertWord(afterDequeue);
        left.open();
        LockStage.get(leave);
        stage.assertWord(0x08);
        assertThat(stage.brokenRules()).isEmpty();
        dequeued.open();
        assertThat(LockStage.get(upgrade)).isFalse();
        stage.assertWord(afterRollback);
    }
}
