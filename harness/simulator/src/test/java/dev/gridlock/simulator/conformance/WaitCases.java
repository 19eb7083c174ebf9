package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** {@code Object.wait} and {@code notify}. */
@SuppressWarnings({"WaitNotInLoop", "NakedNotify"}) // single waits and notifications are what is tested
final class WaitCases {
    private WaitCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a timed wait without a notification ends by itself", WaitCases::timedWait),
                Case.of("a notification ends a timed wait early", WaitCases::notifyInTime),
                Case.of("a wait without a limit ends by a notification", WaitCases::waitNotify),
                Case.of("notify wakes one waiter, notifyAll the rest", WaitCases::oneThenAll),
                Case.of("a waiter has the monitor again when it returns", WaitCases::reacquires),
                Case.of("a timed waiter whose time is over waits for the monitor", WaitCases::timeoutNeedsMonitor),
                Case.of("a wait gives up every hold of a nested entry", WaitCases::waitReleasesAll),
                Case.of("producers and consumers over one monitor lose nothing", WaitCases::boundedBuffer),
                Case.of("wait and notify need the monitor", WaitCases::ownership));
    }

    private static void timedWait() throws Exception {
        Object monitor = new Object();
        Stopwatch watch = Stopwatch.start();
        synchronized (monitor) {
            monitor.wait(12);
        }
        watch.tookAtLeastMillis(12);
        watch = Stopwatch.start();
        synchronized (monitor) {
            monitor.wait(3, 500_000);
        }
        watch.tookAtLeastMillis(3);
    }

    private static void notifyInTime() throws Exception {
        Object monitor = new Object();
        Stopwatch watch = Stopwatch.start();
        Running<Boolean> waiting = Running.run(() -> {
            synchronized (monitor) {
                monitor.wait(600_000);
            }
        });
        waiting.awaitBlocked();
        synchronized (monitor) {
            monitor.notify();
        }
        waiting.result();
        watch.tookLessThanMillis(60_000);
    }

    private static void waitNotify() throws Exception {
        Object monitor = new Object();
        Running<Boolean> waiting = Running.run(() -> {
            synchronized (monitor) {
                monitor.wait();
            }
        });
        waiting.awaitBlocked();
        assertThat(waiting.thread().getState()).isEqualTo(Thread.State.WAITING);
        synchronized (monitor) {
            monitor.notify();
        }
        waiting.result();
    }

    private static void oneThenAll() throws Exception {
        Object monitor = new Object();
        int[] woken = new int[1];
        List<Running<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiters.add(Running.run(() -> {
                synchronized (monitor) {
                    monitor.wait();
                    woken[0]++;
                }
            }));
        }
        for (Running<Boolean> waiter : waiters) {
            waiter.awaitBlocked();
        }
        synchronized (monitor) {
            monitor.notify();
        }
        while (true) {
            synchronized (monitor) {
                if (woken[0] > 0) {
                    break;
                }
            }
            Thread.sleep(1);
        }
        Thread.sleep(5);
        synchronized (monitor) {
            assertThat(woken[0]).isEqualTo(1);
            monitor.notifyAll();
        }
        for (Running<Boolean> waiter : waiters) {
            waiter.result();
        }
        assertThat(woken[0]).isEqualTo(5);
    }

    private static void reacquires() throws Exception {
        Object monitor = new Object();
        boolean[] left = new boolean[1];
        Running<Boolean> waiting = Running.start(() -> {
            synchronized (monitor) {
                monitor.wait();
                return left[0] && Thread.holdsLock(monitor);
            }
        });
        waiting.awaitBlocked();
        synchronized (monitor) {
            monitor.notifyAll();
            Thread.sleep(5);
            left[0] = true;
        }
        assertThat(waiting.result()).isTrue();
    }

    private static void timeoutNeedsMonitor() throws Exception {
        Object monitor = new Object();
        boolean[] left = new boolean[1];
        Running<Boolean> waiting = Running.start(() -> {
            synchronized (monitor) {
                monitor.wait(5);
                return left[0];
            }
        });
        waiting.awaitBlocked();
        synchronized (monitor) {
            Thread.sleep(15);
            left[0] = true;
        }
        assertThat(waiting.result()).isTrue();
    }

    private static void waitReleasesAll() throws Exception {
        Object monitor = new Object();
        Running<Boolean> waiting = Running.run(() -> {
            synchronized (monitor) {
                synchronized (monitor) {
                    monitor.wait();
                }
            }
        });
        waiting.awaitBlocked();
        synchronized (monitor) {
            monitor.notify();
        }
        waiting.result();
    }

    private static void boundedBuffer() throws Exception {
        Queue<Integer> buffer = new ArrayDeque<>();
        long[] sum = new long[1];
        List<Running<Boolean>> threads = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            int producer = p;
            threads.add(Running.run(() -> {
                for (int i = 0; i < 60; i++) {
                    synchronized (buffer) {
                        while (buffer.size() >= 4) {
                            buffer.wait();
                        }
                        buffer.add(producer * 1000 + i);
                        buffer.notifyAll();
                    }
                }
            }));
            threads.add(Running.run(() -> {
                for (int i = 0; i < 60; i++) {
                    synchronized (buffer) {
                        while (buffer.isEmpty()) {
                            buffer.wait();
                        }
                        sum[0] += buffer.remove();
                        buffer.notifyAll();
                    }
                }
            }));
        }
        for (Running<Boolean> thread : threads) {
            thread.result();
        }
        assertThat(sum[0]).isEqualTo(60L * 3000 + 3 * (59 * 60 / 2));
    }

    private static void ownership() {
        Object monitor = new Object();
        assertThatThrownBy(monitor::notify).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(monitor::wait).isInstanceOf(IllegalMonitorStateException.class);
    }
}
