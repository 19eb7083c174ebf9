package dev.gridlock.proxy.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gridlock.proxy.lock.ParkingTable.Filter;
import dev.gridlock.proxy.lock.ParkingTable.ParkResult;
import dev.gridlock.proxy.lock.ParkingTable.UnparkToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParkingTableTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ParkingTable table = ParkingTable.forThreads(1, Fairness.NEVER, 0);
    private final long key = table.newKeyPair();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** A site that lets every thread sleep, and records how timed-out ones left. */
    private static final class RecordingSite implements ParkingTable.Site {
        private final List<Boolean> timedOut = new ArrayList<>();
        private final CountDownLatch deadlinePassed = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public boolean validate(long blockingBits) {
            return blockingBits != 0;
        }

        @Override
        public void deadlinePassed() {
            deadlinePassed.countDown();
            await(goOn);
        }

        @Override
        public void timedOut(boolean last) {
            timedOut.add(last);
        }
    }

    private final RecordingSite site = new RecordingSite();

    private record Waker(LongFunction<Filter> filter, UnparkToken token, List<String> updates)
            implements ParkingTable.Waker {
        @Override
        public Filter filter(long parkToken) {
            return filter.apply(parkToken);
        }

        @Override
        public UnparkToken update(int unparked, boolean more, boolean beFair) {
            updates.add(unparked + (more ? " more" : "") + (beFair ? " fair" : ""));
            return token;
        }
    }

    private final List<String> updates = new ArrayList<>();

    private void unpark(int limit, UnparkToken token, LongFunction<Filter> filter) {
        table.unpark(key, limit, new Waker(filter, token, updates));
    }

    @AfterEach
    void noThreadIsLeft() {
        site.goOn.countDown();
        threads.shutdownNow();
        unpark(Integer.MAX_VALUE, UnparkToken.NORMAL, token -> Filter.UNPARK);
        assertThat(table.queueLength(key)).isZero();
        threads.close();
    }

    @Test
    void doesNotSleepWhenValidationFails() {
        assertThat(table.park(key, site, 0, 1, Deadlines.NONE)).isEqualTo(ParkResult.INVALID);
    }

    @Test
    void wakesInOrderOnlyThoseThatTheFilterPicks() {
        List<Future<ParkResult>> parked = parkInOrder(1, 2, 3, 4, 5);
        unpark(Integer.MAX_VALUE, UnparkToken.HANDOFF, token -> switch ((int) token) {
            case 1, 3 -> Filter.UNPARK;
            case 2 -> Filter.SKIP;
            default -> Filter.STOP;
        });
        assertThat(LockStage.get(parked.get(0))).isEqualTo(ParkResult.HANDED_OFF);
        assertThat(LockStage.get(parked.get(2))).isEqualTo(ParkResult.HANDED_OFF);
        assertThat(table.queueLength(key)).isEqualTo(3);
        var left = new ArrayList<Long>();
        unpark(Integer.MAX_VALUE, UnparkToken.NORMAL, token -> {
            left.add(token);
            return Filter.UNPARK;
        });
        assertThat(left).containsExactly(2L, 4L, 5L);
        assertThat(LockStage.get(parked.get(4))).isEqualTo(ParkResult.UNPARKED);
        assertThat(updates).containsExactly("2 more", "3");
    }

    @Test
    void wakesNoMoreThanTheLimit() {
        List<Future<ParkResult>> parked = parkInOrder(1, 2);
        unpark(1, UnparkToken.NORMAL, token -> Filter.UNPARK);
        assertThat(LockStage.get(parked.get(0))).isEqualTo(ParkResult.UNPARKED);
        unpark(1, UnparkToken.NORMAL, token -> Filter.UNPARK);
        assertThat(LockStage.get(parked.get(1))).isEqualTo(ParkResult.UNPARKED);
        assertThat(updates).containsExactly("1 more", "1");
    }

    @Test
    void asksForAnUpdateAlsoWhenNobodyWaits() {
        unpark(1, UnparkToken.NORMAL, token -> Filter.UNPARK);
        assertThat(updates).containsExactly("0");
    }

    @Test
    void tellsTheLastThreadThatTimesOutThatItWasTheLast() {
        site.goOn.countDown();
        parkInOrder(7);
        assertThat(table.park(key, site, 1, 8, soon())).isEqualTo(ParkResult.TIMED_OUT);
        unpark(1, UnparkToken.NORMAL, token -> Filter.UNPARK);
        assertThat(table.park(key, site, 1, 9, soon())).isEqualTo(ParkResult.TIMED_OUT);
        assertThat(site.timedOut).containsExactly(false, true);
    }

    @Test
    void letsAWakeUpWinThatComesBetweenTheDeadlineAndTheRemoval() {
        Future<ParkResult> parked = threads.submit(() -> table.park(key, site, 1, 1, soon()));
        await(site.deadlinePassed);
        unpark(1, UnparkToken.HANDOFF, token -> Filter.UNPARK);
        site.goOn.countDown();
        assertThat(LockStage.get(parked)).isEqualTo(ParkResult.HANDED_OFF);
        assertThat(site.timedOut).isEmpty();
    }

    @Test
    void sleepsOnWhenWokenForNoReason() throws Exception {
        Thread sleeper = Thread.ofVirtual().start(() -> table.park(key, site, 1, 1, Deadlines.NONE));
        awaitQueueLength(1);
        for (int i = 0; i < 100; i++) {
            LockSupport.unpark(sleeper);
            Thread.sleep(Duration.ofNanos(10_000));
        }
        assertThat(sleeper.isAlive()).isTrue();
        unpark(1, UnparkToken.NORMAL, token -> Filter.UNPARK);
        assertThat(sleeper.join(PATIENCE)).isTrue();
    }

    @Test
    void sleepsOnWhenInterruptedAndReportsItAfterwards() throws Exception {
        var interrupted = new boolean[1];
        Thread sleeper = Thread.ofVirtual().start(() -> {
            table.park(key, site, 1, 1, Deadlines.NONE);
            interrupted[0] = Thread.currentThread().isInterrupted();
        });
        awaitQueueLength(1);
        sleeper.interrupt();
        assertThat(sleeper.join(Duration.ofMillis(20))).isFalse();
        unpark(1, UnparkToken.NORMAL, token -> Filter.UNPARK);
        assertThat(sleeper.join(PATIENCE)).isTrue();
        assertThat(interrupted[0]).isTrue();
    }

    @Test
    void keepsKeysApartThatShareABucket() {
        var single = ParkingTable.singleBucket(Fairness.NEVER, 0);
        long first = single.newKeyPair();
        long second = single.newKeyPair();
        site.goOn.countDown();
        Future<ParkResult> parked = threads.submit(() -> single.park(first, site, 1, 1, Deadlines.NONE));
        until(() -> single.queueLength(first) == 1);
        assertThat(single.queueLength(second)).isZero();
        assertThat(single.park(second, site, 1, 1, soon())).isEqualTo(ParkResult.TIMED_OUT);
        assertThat(site.timedOut).containsExactly(true);
        single.unpark(second, 1, new Waker(token -> Filter.UNPARK, UnparkToken.NORMAL, updates));
        assertThat(parked.isDone()).isFalse();
        single.unpark(first, 1, new Waker(token -> Filter.UNPARK, UnparkToken.NORMAL, updates));
        assertThat(LockStage.get(parked)).isEqualTo(ParkResult.UNPARKED);
        assertThat(updates).containsExactly("0", "1");
    }

    @Test
    void isFairOnlyTowardsSomebody() {
        var fair = ParkingTable.forThreads(1, Fairness.ALWAYS, 0);
        long fairKey = fair.newKeyPair();
        fair.unpark(fairKey, 1, new Waker(token -> Filter.UNPARK, UnparkToken.NORMAL, updates));
        Future<ParkResult> parked = threads.submit(() -> fair.park(fairKey, site, 1, 1, Deadlines.NONE));
        until(() -> fair.queueLength(fairKey) == 1);
        fair.unpark(fairKey, 1, new Waker(token -> Filter.UNPARK, UnparkToken.NORMAL, updates));
        LockStage.get(parked);
        assertThat(updates).containsExactly("0", "1 fair");
    }

    @Test
    void refusesASizeOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ParkingTable.forThreads(0, Fairness.NEVER, 0))
                .withMessage("The parking table is for 0 threads, expected 1 to 349525.");
        assertThatIllegalArgumentException().isThrownBy(() -> ParkingTable.forThreads(349_526, Fairness.NEVER, 0));
    }

    private List<Future<ParkResult>> parkInOrder(long... parkTokens) {
        var parked = new ArrayList<Future<ParkResult>>();
        for (long parkToken : parkTokens) {
            int before = table.queueLength(key);
            parked.add(threads.submit(() -> table.park(key, site, 1, parkToken, Deadlines.NONE)));
            awaitQueueLength(before + 1);
        }
        return parked;
    }

    private void awaitQueueLength(int length) {
        until(() -> table.queueLength(key) == length);
    }

    private static void until(BooleanSupplier condition) {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadlineNanos).isNegative();
            LockSupport.parkNanos(10_000);
        }
    }

    private static long soon() {
        return Deadlines.after(TimeUnit.MICROSECONDS.toNanos(100));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("A test thread was interrupted", e);
        }
    }
}
