package dev.gridlock.simulator.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Conditions of locks. */
@SuppressWarnings("LockNotBeforeTry") // the thread that unlocks or what lies in between is what is tested
final class ConditionCases {
    private ConditionCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a timed wait for a condition ends by itself", ConditionCases::conditionTimeout),
                Case.of("a signal ends a timed wait early", ConditionCases::signalInTime),
                Case.of("a wait for a condition until an instant ends at it", ConditionCases::awaitUntil),
                Case.of("signal wakes one waiter in order, signalAll the rest", ConditionCases::signalOrder));
    }

    @SuppressWarnings("WaitNotInLoop") // nobody signals, and the result tells
    private static void conditionTimeout() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        try {
            Stopwatch watch = Stopwatch.start();
            long left = condition.awaitNanos(MILLISECONDS.toNanos(6));
            watch.tookAtLeastMillis(6);
            assertThat(left).isNotPositive();
            assertThat(condition.await(3, MILLISECONDS)).isFalse();
        } finally {
            lock.unlock();
        }
    }

    private static void signalInTime() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        boolean[] ready = new boolean[1];
        Running<Long> waiting = Running.start(() -> {
            lock.lock();
            try {
                long left = MINUTES.toNanos(10);
                while (!ready[0] && left > 0) {
                    left = condition.awaitNanos(left);
                }
                return left;
            } finally {
                lock.unlock();
            }
        });
        waiting.awaitBlocked();
        lock.lock();
        try {
            ready[0] = true;
            condition.signal();
        } finally {
            lock.unlock();
        }
        assertThat(waiting.result()).isBetween(MINUTES.toNanos(8), MINUTES.toNanos(10));
    }

    @SuppressWarnings({"WaitNotInLoop", "JavaUtilDate"}) // nobody signals; the method takes a Date
    private static void awaitUntil() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Stopwatch watch = Stopwatch.start();
        lock.lock();
        try {
            assertThat(condition.awaitUntil(Date.from(Instant.now().plusMillis(10))))
                    .isFalse();
        } finally {
            lock.unlock();
        }
        watch.tookAtLeastMillis(8);
    }

    @SuppressWarnings("WaitNotInLoop") // the order of the signals is what is tested
    private static void signalOrder() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        List<Integer> order = new ArrayList<>();
        List<Running<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            Running<Boolean> waiter = Running.run(() -> {
                lock.lock();
                try {
                    condition.await();
                    order.add(number);
                } finally {
                    lock.unlock();
                }
            });
            waiter.awaitBlocked();
            waiters.add(waiter);
        }
        lock.lock();
        try {
            assertThat(lock.getWaitQueueLength(condition)).isEqualTo(4);
            condition.signal();
        } finally {
            lock.unlock();
        }
        waiters.getFirst().result();
        lock.lock();
        try {
            assertThat(order).containsExactly(0);
            condition.signalAll();
        } finally {
            lock.unlock();
        }
        for (Running<Boolean> waiter : waiters) {
            waiter.result();
        }
        assertThat(order).containsExactly(0, 1, 2, 3);
    }
}
