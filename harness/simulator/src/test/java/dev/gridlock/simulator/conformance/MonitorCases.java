package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** {@code synchronized}. */
@SuppressWarnings({"WaitNotInLoop", "NakedNotify"}) // single waits and notifications are what is tested
final class MonitorCases {
    private MonitorCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a monitor lets one thread in at a time", MonitorCases::exclusion),
                Case.of("a monitor is kept during a sleep", MonitorCases::sleepInside),
                Case.of("a monitor is kept during a read from a socket", MonitorCases::readInside),
                Case.of("a monitor may be entered again by its owner", MonitorCases::reentrance),
                Case.of("monitors may be nested", MonitorCases::nesting),
                Case.of("a thread that waits to enter is blocked", MonitorCases::blockedState),
                Case.of("a static synchronized method locks its class", MonitorCases::classMonitor),
                Case.of("many threads may fight for several monitors", MonitorCases::contention));
    }

    private static void exclusion() throws Exception {
        Object monitor = new Object();
        int[] counter = new int[2];
        List<Running<Boolean>> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(Running.run(() -> {
                for (int j = 0; j < 50; j++) {
                    synchronized (monitor) {
                        int before = counter[0];
                        if (j % 25 == 0) {
                            Thread.sleep(1);
                        }
                        counter[0] = before + 1;
                    }
                }
            }));
        }
        for (Running<Boolean> thread : threads) {
            thread.result();
        }
        assertThat(counter[0]).isEqualTo(400);
    }

    private static void sleepInside() throws Exception {
        Object monitor = new Object();
        Stopwatch watch = Stopwatch.start();
        Running<Boolean> sleeper = Running.run(() -> {
            synchronized (monitor) {
                Thread.sleep(20);
            }
        });
        sleeper.awaitBlocked();
        synchronized (monitor) {
            watch.tookAtLeastMillis(20);
        }
        sleeper.result();
    }

    private static void readInside() throws Exception {
        Object monitor = new Object();
        boolean[] read = new boolean[1];
        try (Pair pair = Pair.open()) {
            Running<Integer> reader = Running.start(() -> {
                synchronized (monitor) {
                    int value = pair.clientIn().read();
                    read[0] = true;
                    return value;
                }
            });
            reader.awaitBlocked();
            Running<Boolean> other = Running.start(() -> {
                synchronized (monitor) {
                    return read[0];
                }
            });
            Thread.sleep(5);
            pair.serverOut().write(77);
            assertThat(other.result()).isTrue();
            assertThat(reader.result()).isEqualTo(77);
        }
    }

    private static synchronized int factorial(int n) {
        return n == 0 ? 1 : n * factorial(n - 1);
    }

    private static void reentrance() throws Exception {
        assertThat(Running.start(() -> factorial(10)).result()).isEqualTo(3_628_800);
    }

    private static void nesting() throws Exception {
        Object outer = new Object();
        Object inner = new Object();
        int[] value = new int[1];
        List<Running<Boolean>> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            threads.add(Running.run(() -> {
                for (int j = 0; j < 10; j++) {
                    synchronized (outer) {
                        synchronized (inner) {
                            int before = value[0];
                            Thread.sleep(0, 100_000);
                            value[0] = before + 1;
                        }
                    }
                }
            }));
        }
        for (Running<Boolean> thread : threads) {
            thread.result();
        }
        assertThat(value[0]).isEqualTo(60);
    }

    private static void blockedState() throws Exception {
        Object monitor = new Object();
        Running<Boolean> waiting;
        synchronized (monitor) {
            waiting = Running.start(() -> {
                synchronized (monitor) {
                    return true;
                }
            });
            waiting.awaitBlocked();
            assertThat(waiting.thread().getState()).isEqualTo(Thread.State.BLOCKED);
            assertThat(Thread.holdsLock(monitor)).isTrue();
        }
        assertThat(waiting.result()).isTrue();
        assertThat(Thread.holdsLock(monitor)).isFalse();
    }

    private static void classMonitor() throws Exception {
        Running<Boolean> waiting;
        synchronized (MonitorCases.class) {
            waiting = Running.start(() -> factorial(3) == 6);
            waiting.awaitBlocked();
        }
        assertThat(waiting.result()).isTrue();
    }

    private static void contention() throws Exception {
        Object[] monitors = {new Object(), new Object(), new Object()};
        int[] counts = new int[3];
        List<Running<Boolean>> threads = new ArrayList<>();
        for (int t = 0; t < 12; t++) {
            int first = t;
            threads.add(Running.run(() -> {
                for (int j = 0; j < 20; j++) {
                    int which = (first + j) % 3;
                    synchronized (monitors[which]) {
                        counts[which]++;
                        if ((first + j) % 10 == 0) {
                            monitors[which].wait(1);
                        }
                    }
                }
            }));
        }
        for (Running<Boolean> thread : threads) {
            thread.result();
        }
        assertThat(counts[0] + counts[1] + counts[2]).isEqualTo(240);
    }
}
