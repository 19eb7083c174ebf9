package dev.gridlock.proxy.lock;

import static dev.gridlock.proxy.lock.PausePoint.AFTER_KEY1_DEADLINE_BEFORE_DEQUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * R reads, W1 waits for R with a time limit, W2 waits behind W1 without one. W1 gives up, R leaves: somebody has to wake
 * W2. No race is needed.
 */
class LostWakeupTest {

    @ParameterizedTest
    @EnumSource(names = {"V0_12_3", "V0_12_3_PR466A"})
    void theLocksWithoutTheSecondFixLeaveTheWriterAsleepOnAFreeLock(RwLockVariant variant) {
        try (var stage = new LockStage(variant)) {
            var w2 = playUntilReaderLeaves(stage, 0x11, 1, 0);
            stage.assertWord(0x1);
            assertThat(w2.isDone()).isFalse();
            assertThat(stage.brokenRules()).containsExactly(LockRule.Q1, LockRule.Q2, LockRule.Q3);

            // Readers come and go without helping, and nobody gets in who wants a word of zero.
            var reader = stage.actor("R2");
            reader.does(stage.lock::lockShared);
            stage.assertWord(0x11);
            reader.does(stage.lock::unlockShared);
            stage.assertWord(0x1);
            assertThat(stage.lock.tryLockExclusive()).isFalse();
            assertThat(w2.isDone()).isFalse();

            // A writer that goes through WRITER wakes the sleeper when it leaves.
            var rescuer = stage.actor("W3");
            rescuer.does(stage.lock::lockExclusive);
            stage.assertWord(0x9);
            rescuer.does(stage.lock::unlockExclusive);
            LockStage.get(w2);
            stage.assertWord(0x8);
        }
    }

    @Test
    void theFixedLockWakesTheWriter() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            // Woken at the rollback, W2 becomes the pending writer while R still reads.
            var w2 = playUntilReaderLeaves(stage, 0x1A, 0, 1);
            LockStage.get(w2);
            stage.assertWord(0x8);
            assertThat(stage.brokenRules()).isEmpty();
            stage.lock.unlockExclusive();
            stage.assertWord(0x0);
            assertThat(stage.brokenRules()).isEmpty();
        }
    }

    /** Plays the story; expects this state between W1's giving up and R's leaving. */
    private static Future<?> playUntilReaderLeaves(
            LockStage stage, long afterRollback, int mainQueue, int writerQueue) {
        var lock = stage.lock;
        var r = stage.actor("R");
        var w1 = stage.actor("W1");
        var deadline = stage.gate(w1, AFTER_KEY1_DEADLINE_BEFORE_DEQUEUE);
        r.does(lock::lockShared);
        stage.assertWord(0x10);
        Future<Boolean> write = w1.startsTrying(() -> lock.tryLockExclusive(LockStage.TIMEOUT_NANOS));
        deadline.awaitReached();
        stage.awaitState(0x1A, 0, 1);
        Future<?> w2 = stage.actor("W2").starts(lock::lockExclusive);
        stage.awaitState(0x1B, 1, 1);
        deadline.open();
        assertThat(LockStage.get(write)).isFalse();
        stage.awaitState(afterRollback, mainQueue, writerQueue);
        assertThat(stage.brokenRules()).isEmpty();
        r.does(lock::unlockShared);
        return w2;
    }
}
