package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Waiting for time to pass, and for a permit. */
final class SleepCases {
    private SleepCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a sleep lasts at least as long as asked", SleepCases::sleep),
                Case.of("sleeps of nothing return", SleepCases::sleepZero),
                Case.of("sleeping threads sleep at the same time", SleepCases::parallelSleeps),
                Case.of("parkNanos ends by itself", SleepCases::parkNanos),
                Case.of("parkUntil ends at a wall instant", SleepCases::parkUntil),
                Case.of("unpark before park makes the next park return", SleepCases::unparkFirst),
                Case.of("unpark wakes a parked thread", SleepCases::unpark),
                Case.of("unpark ends a timed park early", SleepCases::unparkTimed),
                Case.of("the blocker of a parked thread can be seen", SleepCases::blocker),
                Case.of("a loop that polls the clock ends", SleepCases::busyWait),
                Case.of("a loop that yields lets others run", SleepCases::yieldLoop),
                Case.of("a loop that hints that it spins lets others run", SleepCases::spinHint));
    }

    private static void sleep() throws Exception {
        for (long millis : new long[] {1, 3, 12}) {
            Stopwatch watch = Stopwatch.start();
            Thread.sleep(millis);
            watch.tookAtLeastMillis(millis);
        }
        Stopwatch watch = Stopwatch.start();
        Thread.sleep(Duration.ofMillis(4));
        TimeUnit.MILLISECONDS.sleep(4);
        Thread.sleep(2, 999_999);
        watch.tookAtLeastMillis(10);
    }

    private static void sleepZero() throws Exception {
        Thread.sleep(0);
        Thread.sleep(Duration.ZERO);
        Thread.sleep(Duration.ofSeconds(-5));
        TimeUnit.SECONDS.sleep(-1);
    }

    private static void parallelSleeps() throws Exception {
        Stopwatch watch = Stopwatch.start();
        List<Running<Boolean>> sleepers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            sleepers.add(Running.run(() -> Thread.sleep(20)));
        }
        for (Running<Boolean> sleeper : sleepers) {
            sleeper.result();
        }
        watch.tookAtLeastMillis(20);
        watch.tookLessThanMillis(50 * 20);
    }

    /** A park may end early without a reason, so it is called until its time is over. */
    private static void parkNanos() {
        Stopwatch watch = Stopwatch.start();
        while (watch.elapsed().toMillis() < 8) {
            LockSupport.parkNanos(
                    TimeUnit.MILLISECONDS.toNanos(8) - watch.elapsed().toNanos());
        }
        watch.tookAtLeastMillis(8);
        LockSupport.parkNanos(0);
        LockSupport.parkNanos(-1);
    }

    private static void parkUntil() {
        Stopwatch watch = Stopwatch.start();
        long deadline = System.currentTimeMillis() + 9;
        while (System.currentTimeMillis() < deadline) {
            LockSupport.parkUntil(deadline);
        }
        watch.tookAtLeastMillis(8);
    }

    private static void unparkFirst() throws Exception {
        AtomicBoolean permitted = new AtomicBoolean();
        Running<Boolean> parking = Running.run(() -> {
            while (!permitted.get()) {
                Thread.sleep(1);
            }
            LockSupport.park();
        });
        LockSupport.unpark(parking.thread());
        permitted.set(true);
        parking.result();
    }

    private static void unpark() throws Exception {
        AtomicBoolean go = new AtomicBoolean();
        Running<Boolean> parking = Running.run(() -> {
            while (!go.get()) {
                LockSupport.park();
            }
        });
        parking.awaitBlocked();
        go.set(true);
        LockSupport.unpark(parking.thread());
        parking.result();
    }

    private static void unparkTimed() throws Exception {
        AtomicBoolean go = new AtomicBoolean();
        Running<Boolean> parking = Running.run(() -> {
            while (!go.get()) {
                LockSupport.parkNanos(TimeUnit.MINUTES.toNanos(10));
            }
        });
        parking.awaitBlocked();
        Stopwatch watch = Stopwatch.start();
        go.set(true);
        LockSupport.unpark(parking.thread());
        parking.result();
        watch.tookLessThanMillis(60_000);
    }

    private static void blocker() throws Exception {
        Object why = "because";
        AtomicBoolean go = new AtomicBoolean();
        Running<Boolean> parking = Running.run(() -> {
            while (!go.get()) {
                LockSupport.park(why);
            }
        });
        parking.awaitBlocked();
        assertThat(LockSupport.getBlocker(parking.thread())).isSameAs(why);
        go.set(true);
        LockSupport.unpark(parking.thread());
        parking.result();
    }

    private static void busyWait() {
        long start = System.nanoTime();
        long rounds = 0;
        while (System.nanoTime() - start < 2_000_000) {
            rounds++;
        }
        long until = System.currentTimeMillis() + 3;
        while (System.currentTimeMillis() < until) {
            rounds++;
        }
        assertThat(rounds).isPositive();
    }

    @SuppressWarnings("ThreadPriorityCheck") // the yield is what is tested
    private static void yieldLoop() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Running<Boolean> other = Running.run(() -> {
            Thread.sleep(1);
            done.set(true);
        });
        while (!done.get()) {
            Thread.yield();
        }
        other.result();
    }

    private static void spinHint() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Running<Boolean> other = Running.run(() -> done.set(true));
        while (!done.get()) {
            Thread.onSpinWait();
        }
        other.result();
    }
}
