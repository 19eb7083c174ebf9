package dev.gridlock.simulator.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Latches, semaphores, barriers and their kin. */
final class SynchronizerCases {
    private SynchronizerCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a timed wait for a latch ends by itself", SynchronizerCases::latchTimeout),
                Case.of("a latch opens for all who wait", SynchronizerCases::latch),
                Case.of("a timed acquire of a semaphore gives up", SynchronizerCases::semaphoreTimeout),
                Case.of("a semaphore bounds how many are inside", SynchronizerCases::semaphore),
                Case.of("a barrier lets its parties go together, again and again", SynchronizerCases::barrier),
                Case.of("a barrier breaks when a party times out", SynchronizerCases::brokenBarrier),
                Case.of("a phaser advances when all have arrived", SynchronizerCases::phaser),
                Case.of("a timed wait for a phase gives up", SynchronizerCases::phaserTimeout),
                Case.of("two threads exchange", SynchronizerCases::exchanger),
                Case.of("an exchange without a partner gives up", SynchronizerCases::exchangerTimeout),
                Case.of("atomic counters lose nothing", SynchronizerCases::atomics));
    }

    private static void latchTimeout() throws Exception {
        Stopwatch watch = Stopwatch.start();
        assertThat(new CountDownLatch(1).await(7, MILLISECONDS)).isFalse();
        watch.tookAtLeastMillis(7);
        assertThat(new CountDownLatch(0).await(10, MINUTES)).isTrue();
    }

    private static void latch() throws Exception {
        CountDownLatch latch = new CountDownLatch(3);
        List<Running<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiters.add(Running.start(() -> latch.await(10, MINUTES)));
        }
        for (Running<Boolean> waiter : waiters) {
            waiter.awaitBlocked();
        }
        for (int i = 0; i < 3; i++) {
            assertThat(waiters).allMatch(waiter -> waiter.thread().isAlive());
            latch.countDown();
        }
        for (Running<Boolean> waiter : waiters) {
            assertThat(waiter.result()).isTrue();
        }
    }

    private static void semaphoreTimeout() throws Exception {
        Semaphore semaphore = new Semaphore(2);
        semaphore.acquire();
        Stopwatch watch = Stopwatch.start();
        assertThat(semaphore.tryAcquire(2, 6, MILLISECONDS)).isFalse();
        watch.tookAtLeastMillis(6);
        assertThat(semaphore.tryAcquire(1, 6, MILLISECONDS)).isTrue();
        assertThat(semaphore.tryAcquire()).isFalse();
    }

    private static void semaphore() throws Exception {
        Semaphore semaphore = new Semaphore(3);
        CyclicBarrier three = new CyclicBarrier(3);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Running<Boolean>> threads = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            threads.add(Running.run(() -> {
                semaphore.acquire();
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                three.await(10, MINUTES);
                inside.decrementAndGet();
                semaphore.release();
            }));
        }
        for (Running<Boolean> thread : threads) {
            thread.result();
        }
        assertThat(most.get()).isEqualTo(3);
    }

    private static void barrier() throws Exception {
        AtomicInteger trips = new AtomicInteger();
        AtomicInteger arrivals = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(4, trips::incrementAndGet);
        List<Running<Boolean>> parties = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int delay = i;
            parties.add(Running.run(() -> {
                for (int round = 1; round <= 3; round++) {
                    Thread.sleep(delay);
                    arrivals.incrementAndGet();
                    barrier.await();
                    assertThat(arrivals.get()).isGreaterThanOrEqualTo(4 * round);
                }
            }));
        }
        for (Running<Boolean> party : parties) {
            party.result();
        }
        assertThat(trips.get()).isEqualTo(3);
    }

    private static void brokenBarrier() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3);
        Running<Integer> patient = Running.start(barrier::await);
        patient.awaitBlocked();
        assertThatThrownBy(() -> barrier.await(5, MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(patient.failure()).isInstanceOf(BrokenBarrierException.class);
        assertThat(barrier.isBroken()).isTrue();
    }

    private static void phaser() throws Exception {
        Phaser phaser = new Phaser(3);
        List<Running<Integer>> parties = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int delay = i * 2;
            parties.add(Running.start(() -> {
                Thread.sleep(delay);
                phaser.arriveAndAwaitAdvance();
                Thread.sleep(delay);
                return phaser.arriveAndAwaitAdvance();
            }));
        }
        for (Running<Integer> party : parties) {
            assertThat(party.result()).isEqualTo(2);
        }
    }

    private static void phaserTimeout() {
        Phaser phaser = new Phaser(2);
        int phase = phaser.arrive();
        Stopwatch watch = Stopwatch.start();
        assertThatThrownBy(() -> phaser.awaitAdvanceInterruptibly(phase, 5, MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        watch.tookAtLeastMillis(5);
    }

    private static void exchanger() throws Exception {
        Exchanger<String> exchanger = new Exchanger<>();
        Running<String> other = Running.start(() -> exchanger.exchange("from the other"));
        assertThat(exchanger.exchange("from here", 10, MINUTES)).isEqualTo("from the other");
        assertThat(other.result()).isEqualTo("from here");
    }

    private static void exchangerTimeout() {
        Stopwatch watch = Stopwatch.start();
        assertThatThrownBy(() -> new Exchanger<String>().exchange("x", 5, MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        watch.tookAtLeastMillis(5);
    }

    private static void atomics() throws Exception {
        AtomicInteger integer = new AtomicInteger();
        LongAdder adder = new LongAdder();
        List<Running<Boolean>> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            threads.add(Running.run(() -> {
                for (int j = 0; j < 500; j++) {
                    integer.incrementAndGet();
                    adder.increment();
                }
            }));
        }
        for (Running<Boolean> thread : threads) {
            thread.result();
        }
        assertThat(integer.get()).isEqualTo(3000);
        assertThat(adder.sum()).isEqualTo(3000);
    }
}
