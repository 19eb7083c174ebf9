package dev.gridlock.proxy.lock;

import static dev.gridlock.proxy.lock.PausePoint.AFTER_KEY0_DEADLINE_BEFORE_DEQUEUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What a lock of version 0.12.3 does to its users once its word is corrupt. */
class CorruptedLockTest {

    private static final long FREE_OF_WAITERS = 0xFFFFFFFFFFFFFFFEL;
    private static final long WITH_WAITERS = 0xFFFFFFFFFFFFFFFFL;

    @Test
    void everyAttemptWithoutWaitingFails() {
        try (var stage = TimedOutWriterInterleavingTest.corruptStage()) {
            assertThat(stage.lock.tryLockShared()).isFalse();
            assertThat(stage.lock.tryLockExclusive()).isFalse();
            assertThat(stage.lock.tryLockUpgradable()).isFalse();
            stage.assertWord(FREE_OF_WAITERS);
        }
    }

    @Test
    void itLooksExclusivelyLocked() {
        try (var stage = TimedOutWriterInterleavingTest.corruptStage()) {
            assertThat(stage.lock.isLockedExclusive()).isTrue();
            assertThat(stage.lock.isLocked()).isTrue();
            assertThat(new LockWord(stage.word()).isCorrupt()).isTrue();
        }
    }

    @Test
    void aRecursiveReadPassesTheWriterTestAndOverflowsTheReaderCount() {
        try (var stage = TimedOutWriterInterleavingTest.corruptStage()) {
            assertThatIllegalStateException()
                    .isThrownBy(stage.lock::lockSharedRecursive)
                    .withMessage("RwLock reader count overflow");
            assertThatIllegalStateException()
                    .isThrownBy(stage.lock::tryLockSharedRecursive)
                    .withMessage("RwLock reader count overflow");
            assertThatIllegalStateException()
                    .isThrownBy(() -> stage.lock.tryLockSharedRecursive(LockStage.TIMEOUT_NANOS))
                    .withMessage("RwLock reader count overflow");
            stage.assertWord(FREE_OF_WAITERS);
        }
    }

    @Test
    void aTimedWriterSetsTheParkedBitAndTakesItAwayAgain() {
        try (var stage = TimedOutWriterInterleavingTest.corruptStage()) {
            assertToggles(stage, () -> stage.lock.tryLockExclusive(LockStage.TIMEOUT_NANOS));
        }
    }

    @Test
    void aTimedReaderSetsTheParkedBitAndTakesItAwayAgain() {
        try (var stage = TimedOutWriterInterleavingTest.corruptStage()) {
            assertToggles(stage, () -> stage.lock.tryLockShared(LockStage.TIMEOUT_NANOS));
        }
    }

    @Test
    void aTimedWaiterLeavesTheParkedBitToOthersInTheQueue() {
        try (var stage = TimedOutWriterInterleavingTest.corruptStage()) {
            Future<?> forEver = stage.actor("L").starts(stage.lock::lockShared);
            stage.awaitState(WITH_WAITERS, 1, 0);
            assertThat(stage.actor("T").tries(() -> stage.lock.tryLockExclusive(LockStage.TIMEOUT_NANOS)))
                    .isFalse();
            stage.awaitState(WITH_WAITERS, 1, 0);
            assertThat(forEver.isDone()).isFalse();
        }
    }

    private static void assertToggles(LockStage stage, BooleanSupplier timedOperation) {
        var waiter = stage.actor("T");
        for (int i = 0; i < 3; i++) {
            var deadline = stage.gate(waiter, AFTER_KEY0_DEADLINE_BEFORE_DEQUEUE);
            Future<Boolean> wait = waiter.startsTrying(timedOperation);
            deadline.awaitReached();
            stage.awaitState(WITH_WAITERS, 1, 0);
            deadline.open();
            assertThat(LockStage.get(wait)).isFalse();
            stage.awaitState(FREE_OF_WAITERS, 0, 0);
        }
    }
}
