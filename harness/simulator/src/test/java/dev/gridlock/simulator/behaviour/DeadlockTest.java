package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.RunOutcome;
import dev.gridlock.simulator.RunOutcome.ThreadReport;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** A simulation in which nothing can happen any more. */
@SuppressWarnings({"AddressSelection", "LockNotBeforeTry"}) // a node has one address; deadlocks on purpose
class DeadlockTest {
    private static final Duration LONG = Duration.ofHours(1);

    private static List<ThreadReport> deadlock(Program program) {
        try (World world = new World()) {
            world.node("waw").start(program);
            RunOutcome outcome = world.run(LONG);
            assertThat(outcome).isInstanceOf(RunOutcome.Deadlocked.class);
            assertThat(outcome.at()).isLessThan(Duration.ofMinutes(5));
            return ((RunOutcome.Deadlocked) outcome).threads();
        }
    }

    private static Thread thread(String name, Program body) {
        Thread thread = new Thread(
                () -> {
                    try {
                        body.run();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                name);
        thread.start();
        return thread;
    }

    private static void lockBoth(ReentrantLock first, ReentrantLock second) throws InterruptedException {
        first.lock();
        try {
            Thread.sleep(10);
            second.lock();
            second.unlock();
        } finally {
            first.unlock();
        }
    }

    private static void enterBoth(Object first, Object second) throws InterruptedException {
        synchronized (first) {
            Thread.sleep(10);
            synchronized (second) {
                System.out.println("both");
            }
        }
    }

    private static void lockBothWays() {
        ReentrantLock a = new ReentrantLock();
        ReentrantLock b = new ReentrantLock();
        thread("north", () -> lockBoth(a, b));
        thread("south", () -> lockBoth(b, a));
    }

    private static void enterBothWays() {
        Object a = new Object();
        Object b = new Object();
        thread("north", () -> enterBoth(a, b));
        thread("south", () -> enterBoth(b, a));
    }

    @Test
    void locksTakenInBothOrdersAreReportedWithTheStacks() {
        List<ThreadReport> threads = deadlock(DeadlockTest::lockBothWays);
        assertThat(threads).extracting(ThreadReport::thread).containsExactlyInAnyOrder("north", "south");
        assertThat(threads)
                .allSatisfy(report -> assertThat(report.toString())
                        .startsWith("waw / ")
                        .contains("(WAITING)")
                        .contains("ReentrantLock.lock")
                        .contains("DeadlockTest.lockBoth"));
    }

    @Test
    void monitorsEnteredInBothOrdersAreReported() {
        List<ThreadReport> threads = deadlock(DeadlockTest::enterBothWays);
        assertThat(threads).extracting(ThreadReport::thread).containsExactlyInAnyOrder("north", "south");
        assertThat(threads).extracting(ThreadReport::state).containsOnly(Thread.State.BLOCKED);
        assertThat(threads).allSatisfy(report -> assertThat(report.toString()).contains("DeadlockTest.enterBoth"));
    }

    @Test
    void aLatchThatNobodyOpensIsReported() {
        List<ThreadReport> threads = deadlock(() -> new CountDownLatch(1).await());
        assertThat(threads).extracting(ThreadReport::thread).containsExactly("main");
        assertThat(threads.getFirst().toString()).contains("CountDownLatch.await");
    }

    @Test
    void workersOfAProcessWithoutTheNetworkAreReported() {
        assertThat(deadlock(() -> Executors.newFixedThreadPool(1).execute(() -> {})))
                .extracting(ThreadReport::thread)
                .containsExactly("pool-1-thread-1");
    }

    /** Accepts in one thread, hands connections to a pool, and waits in the main thread. */
    private static void serve() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        LinkedBlockingQueue<String> work = new LinkedBlockingQueue<>();
        Thread acceptor = thread("acceptor", () -> {
            try (ServerSocket server = new ServerSocket(7000)) {
                while (true) {
                    Socket socket = server.accept();
                    pool.execute(() -> {
                        try (socket) {
                            for (int b; (b = socket.getInputStream().read()) >= 0; ) {
                                work.add("got " + b);
                            }
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    });
                }
            }
        });
        thread("printer", () -> {
            while (true) {
                System.out.println(work.take());
            }
        });
        acceptor.join();
    }

    @Test
    void idleServersAreNoDeadlock() {
        try (World world = new World()) {
            world.node("fra").start(DeadlockTest::serve);
            world.node("waw").start(() -> {
                Thread.sleep(100);
                try (Socket socket = new Socket("fra", 7000)) {
                    socket.getOutputStream().write(1);
                    // The server does not answer: both wait for one another, as far as the network is concerned.
                    socket.getInputStream().read();
                }
            });
            assertThat(world.run(LONG)).isEqualTo(new RunOutcome.Completed(LONG));
            assertThat(world.output("fra")).containsExactly("got 1");
        }
    }

    @Test
    void aDeadlockBesideAnIdleServerIsFoundAndOnlyItsThreadsAreNamed() {
        for (Program deadlocked : List.<Program>of(DeadlockTest::lockBothWays, DeadlockTest::enterBothWays)) {
            List<ThreadReport> threads = deadlock(() -> {
                deadlocked.run();
                serve();
            });
            assertThat(threads).extracting(ThreadReport::thread).containsExactlyInAnyOrder("north", "south");
        }
    }

    @Test
    void aLockHeldDuringARequestIsNoDeadlock() {
        ReentrantLock lock = new ReentrantLock();
        Object monitor = new Object();
        try (World world = new World()) {
            world.node("fra").start(DeadlockTest::serve);
            world.node("waw").start(() -> {
                Thread.sleep(100);
                try (Socket socket = new Socket("fra", 7000)) {
                    lock.lock();
                    synchronized (monitor) {
                        thread("for the lock", lock::lock);
                        thread("for the monitor", () -> {
                            synchronized (monitor) {
                                System.out.println("never");
                            }
                        });
                        socket.getInputStream().read();
                    }
                }
            });
            assertThat(world.run(LONG)).isInstanceOf(RunOutcome.Completed.class);
        }
    }

    @Test
    void aDeadlockIsFoundWhenEverythingElseHasEnded() {
        try (World world = new World()) {
            world.node("waw").start(DeadlockTest::lockBothWays);
            world.node("fra").start(() -> Thread.sleep(60_000));
            assertThat(world.run(Duration.ofSeconds(30))).isInstanceOf(RunOutcome.Completed.class);
            RunOutcome outcome = world.run(LONG);
            assertThat(outcome).isInstanceOf(RunOutcome.Deadlocked.class);
            assertThat(outcome.at()).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(61));
        }
    }
}
