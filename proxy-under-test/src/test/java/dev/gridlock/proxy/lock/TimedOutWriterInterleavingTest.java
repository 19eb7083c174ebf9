package dev.gridlock.proxy.lock;

import static dev.gridlock.proxy.lock.PausePoint.AFTER_FETCH_SUB_BEFORE_UNPARK_ONE;
import static dev.gridlock.proxy.lock.PausePoint.AFTER_KEY1_DEADLINE_BEFORE_DEQUEUE;
import static dev.gridlock.proxy.lock.PausePoint.AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK;
import static dev.gridlock.proxy.lock.PausePoint.AFTER_WRITER_SET_BEFORE_WAITING_FOR_READERS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A last reader R leaves while the pending writer W1 gives up at its deadline: all interleavings of
 *
 * <ul>
 *   <li>L: R leaves the reader count,
 *   <li>u: R looks for W1 in the writer queue and clears WRITER_PARKED,
 *   <li>D: W1 removes itself from that queue,
 *   <li>b: W1 rolls the word back,
 * </ul>
 *
 * with the word after each step. Corrupt are those in which u comes between D and b.
 */
class TimedOutWriterInterleavingTest {

    private static final long CORRUPT = 0xFFFFFFFFFFFFFFFEL;
    private static final long CORRUPT_AND_PARKED = 0xFFFFFFFFFFFFFFFFL;

    @ParameterizedTest
    @CsvSource({
        "L D u b, 0x0A 0x0A 0x08 0xFFFFFFFFFFFFFFFE",
        "D L u b, 0x1A 0x0A 0x08 0xFFFFFFFFFFFFFFFE",
        "L u D b, 0x0A 0x08 0x08 0x08",
        "L D b u, 0x0A 0x0A 0x00 0x00",
        "D L b u, 0x1A 0x0A 0x00 0x00",
        "D b L u, 0x1A 0x10 0x00 0x00",
    })
    void theUnfixedLockCorruptsItsWordInTwoOfSixOrders(String order, String words) {
        assertThat(play(RwLockVariant.V0_12_3, order)).isEqualTo(words(words));
    }

    @ParameterizedTest
    @CsvSource({
        "L D u b, 0x0A 0x08 0x08 0x00",
        "D L u b, 0x18 0x08 0x08 0x00",
        "L u D b, 0x0A 0x08 0x08 0x08",
        "L D b u, 0x0A 0x08 0x00 0x00",
        "D L b u, 0x18 0x08 0x00 0x00",
        "D b L u, 0x18 0x10 0x00 0x00",
    })
    void theFixedLocksSurviveEveryOrder(String order, String words) {
        assertThat(play(RwLockVariant.V0_12_3_PR466A, order)).isEqualTo(words(words));
        assertThat(play(RwLockVariant.V0_12_5, order)).isEqualTo(words(words));
    }

    /** Plays the four steps in {@code order}; returns the words 0x10, 0x18, 0x1A of the opening, then one a step. */
    private static List<LockWord> play(RwLockVariant variant, String order) {
        try (var stage = new LockStage(variant)) {
            var lock = stage.lock;
            var r = stage.actor("R");
            var w1 = stage.actor("W1");
            var words = new ArrayList<LockWord>();
            r.does(lock::lockShared);
            words.add(new LockWord(stage.word()));

            var writerSet = stage.gate(w1, AFTER_WRITER_SET_BEFORE_WAITING_FOR_READERS);
            var deadline = stage.gate(w1, AFTER_KEY1_DEADLINE_BEFORE_DEQUEUE);
            var dequeued = stage.gate(w1, AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK);
            var left = stage.gate(r, AFTER_FETCH_SUB_BEFORE_UNPARK_ONE);
            Future<Boolean> write = w1.startsTrying(() -> lock.tryLockExclusive(LockStage.TIMEOUT_NANOS));
            writerSet.awaitReached();
            words.add(new LockWord(stage.word()));
            writerSet.open();
            deadline.awaitReached();
            assertThat(lock.writerQueueLength()).isEqualTo(1);
            words.add(new LockWord(stage.word()));

            Future<?> leave = null;
            for (String step : order.split(" ", -1)) {
                switch (step) {
                    case "L" -> {
                        leave = r.starts(lock::unlockShared);
                        left.awaitReachedUnlessDone(leave);
                    }
                    case "D" -> {
                        deadline.open();
                        dequeued.awaitReachedUnlessDone(write);
                    }
                    case "u" -> {
                        left.open();
                        LockStage.get(Objects.requireNonNull(leave));
                    }
                    case "b" -> {
                        dequeued.open();
                        LockStage.get(write);
                    }
                    default -> throw new IllegalArgumentException("No such step: " + step);
                }
                words.add(new LockWord(stage.word()));
                boolean corrupt = stage.word() == CORRUPT;
                assertThat(stage.brokenRules().isEmpty())
                        .as("sound after %s", words)
                        .isEqualTo(!corrupt);
            }
            // Found in the queue, W1 owns the lock although its deadline has passed.
            assertThat(LockStage.get(write)).isEqualTo(order.equals("L u D b"));
            return words;
        }
    }

    private static List<LockWord> words(String afterEachStep) {
        var words = new ArrayList<>(List.of(new LockWord(0x10), new LockWord(0x18), new LockWord(0x1A)));
        for (String word : afterEachStep.split(" ", -1)) {
            words.add(new LockWord(Long.parseUnsignedLong(word.substring(2), 16)));
        }
        return words;
    }

    @Test
    void theNextLockOperationParksForEverOnAllOnes() {
        try (var stage = corruptStage()) {
            stage.assertWord(CORRUPT);
            assertThat(stage.brokenRules())
                    .containsExactly(
                            LockRule.I1, LockRule.I2, LockRule.I3, LockRule.I4, LockRule.I8, LockRule.Q1, LockRule.Q4);
            Future<?> write = stage.actor("L").starts(stage.lock::lockExclusive);
            stage.awaitState(CORRUPT_AND_PARKED, 1, 0);
            Future<?> read = stage.actor("M").starts(stage.lock::lockShared);
            stage.awaitState(CORRUPT_AND_PARKED, 2, 0);
            assertThat(write.isDone() || read.isDone()).isFalse();
            assertThat(stage.brokenRules()).contains(LockRule.Q2, LockRule.Q3, LockRule.Q4);
        }
    }

    /** A lock of version 0.12.3 that has just been corrupted. */
    static LockStage corruptStage() {
        var stage = new LockStage(RwLockVariant.V0_12_3);
        var r = stage.actor("R");
        var w1 = stage.actor("W1");
        r.does(stage.lock::lockShared);
        var dequeued = stage.gate(w1, AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK);
        var write = w1.startsTrying(() -> stage.lock.tryLockExclusive(LockStage.TIMEOUT_NANOS));
        dequeued.awaitReached();
        r.does(stage.lock::unlockShared);
        dequeued.open();
        assertThat(LockStage.get(write)).isFalse();
        return stage;
    }

    @ParameterizedTest
    @CsvSource({
        "V0_12_3, 0x1B 0x0B 0x0B 0x09 0xFFFFFFFFFFFFFFFF",
        "V0_12_3_PR466A, 0x1B 0x0B 0x09 0x09 0x01",
    })
    void withAWriterInTheMainQueueTheRollbackWakesNobody(RwLockVariant variant, String words) {
        try (var stage = new LockStage(variant)) {
            Future<?> w2 = playWithThirdThread(stage, stage.lock::lockExclusive, words);
            assertThat(w2.isDone()).isFalse();
        }
    }

    @Test
    void withAWriterInTheMainQueueTheRollbackOfTheFixedLockWakesIt() {
        try (var stage = new LockStage(RwLockVariant.V0_12_5)) {
            Future<?> w2 = playWithThirdThread(stage, stage.lock::lockExclusive, "0x1B 0x0B 0x09 0x09 0x08");
            LockStage.get(w2);
            assertThat(stage.brokenRules()).isEmpty();
        }
    }

    @Test
    void aReaderInTheMainQueueIsWokenByTheCorruptingRollbackSeesAWriterAndParksAgain() {
        try (var stage = new LockStage(RwLockVariant.V0_12_3)) {
            Future<?> r2 = playWithThirdThread(stage, stage.lock::lockShared, "0x1B 0x0B 0x0B 0x09 0xFFFFFFFFFFFFFFFF");
            assertThat(r2.isDone()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V0_12_3_PR466A", "V0_12_5"})
    void aReaderInTheMainQueueIsWokenByTheSoundRollbackAndGetsIn(RwLockVariant variant) {
        try (var stage = new LockStage(variant)) {
            Future<?> r2 = playWithThirdThread(stage, stage.lock::lockShared, "0x1B 0x0B 0x09 0x09 0x10");
            LockStage.get(r2);
            assertThat(stage.brokenRules()).isEmpty();
        }
    }

    /**
     * The corrupting order with a third thread in the main queue. Expects the word with all three in place, and after each
     * of L, D, u, b; the last once the third thread has come to rest.
     */
    private static Future<?> playWithThirdThread(LockStage stage, Runnable operation, String words) {
        long[] expected = List.of(words.split(" ", -1)).stream()
                .mapToLong(word -> Long.parseUnsignedLong(word.substring(2), 16))
                .toArray();
        var lock = stage.lock;
        var r = stage.actor("R");
        var w1 = stage.actor("W1");
        var deadline = stage.gate(w1, AFTER_KEY1_DEADLINE_BEFORE_DEQUEUE);
        var dequeued = stage.gate(w1, AFTER_KEY1_DEQUEUE_BEFORE_ROLLBACK);
        var left = stage.gate(r, AFTER_FETCH_SUB_BEFORE_UNPARK_ONE);
        r.does(lock::lockShared);
        Future<Boolean> write = w1.startsTrying(() -> lock.tryLockExclusive(LockStage.TIMEOUT_NANOS));
        deadline.awaitReached();
        Future<?> third = stage.actor("third").starts(operation);
        stage.awaitState(expected[0], 1, 1);
        Future<?> leave = r.starts(lock::unlockShared);
        left.awaitReached();
        stage.assertWord(expected[1]);
        deadline.open();
        dequeued.awaitReached();
        stage.assertWord(expected[2]);
        left.open();
        LockStage.get(leave);
        stage.assertWord(expected[3]);
        dequeued.open();
        assertThat(LockStage.get(write)).isFalse();
        stage.awaitState(expected[4], (expected[4] & LockWord.PARKED) != 0 ? 1 : 0, 0);
        return third;
    }
}
