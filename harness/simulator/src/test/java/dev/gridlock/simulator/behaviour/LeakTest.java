package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.RunOutcome;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Acts that would reach out of the simulation: each makes the run fail, in words that name the node and what to use instead. */
@SuppressWarnings("FutureReturnValueIgnored") // what is refused has no result
class LeakTest {
    private static final Duration LONG = Duration.ofHours(1);

    private static void assertRefused(Program program, String what, String instead) {
        try (World world = new World()) {
            world.node("waw").start(program);
            RunOutcome outcome = world.run(LONG);
            assertThat(outcome).isInstanceOfSatisfying(RunOutcome.Leaked.class, leaked -> {
                assertThat(leaked.message())
                        .startsWith("node waw: ")
                        .contains(what)
                        .contains("; use " + instead);
                assertThat(leaked.stack())
                        .anyMatch(frame -> frame.getClassName().startsWith(LeakTest.class.getName()));
            });
            assertThat(world.run(LONG)).isSameAs(outcome);
        }
    }

    private static final class Worker extends Thread {
        Worker() {
            super("worker");
        }

        @Override
        public void run() {
            System.out.println("never");
        }
    }

    @Test
    void aSubclassOfThreadIsRefused() {
        assertRefused(
                () -> new Worker().start(),
                "start of the platform thread \"worker\" of class " + Worker.class.getName(),
                "a task given to Thread.ofVirtual()");
    }

    @Test
    void aTimerIsRefused() {
        assertRefused(() -> new Timer("beat"), "\"beat\" of class java.util.TimerThread", "a task given to");
    }

    @Test
    void poolsThatForkAreRefused() {
        String executors = "Executors.newVirtualThreadPerTaskExecutor()";
        assertRefused(() -> ForkJoinPool.commonPool().submit(() -> 1).get(), "a task for a ForkJoinPool", executors);
        assertRefused(
                () -> Executors.newWorkStealingPool().submit(() -> 1).get(), "a task for a ForkJoinPool", executors);
        assertRefused(
                () -> assertThat(IntStream.range(0, 100_000).parallel().sum()).isPositive(),
                "a task for a ForkJoinPool",
                executors);
        assertRefused(
                () -> ForkJoinPool.commonPool().scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.SECONDS),
                "a periodic task of a ForkJoinPool",
                "a ScheduledThreadPoolExecutor");
    }

    @Test
    void channelsAndDatagramsAreRefused() {
        String sockets = "java.net.Socket and java.net.ServerSocket";
        assertRefused(() -> SocketChannel.open().close(), "an NIO channel", sockets);
        assertRefused(() -> ServerSocketChannel.open().close(), "an NIO channel", sockets);
        assertRefused(() -> AsynchronousSocketChannel.open().close(), "an NIO channel", sockets);
        assertRefused(() -> new DatagramSocket().close(), "datagram socket", sockets);
    }

    @Test
    void whatStandsOnChannelsIsRefused() {
        String sockets = "java.net.Socket and java.net.ServerSocket";
        assertRefused(
                () -> HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/"))
                                        .build(),
                                HttpResponse.BodyHandlers.discarding()),
                "an NIO channel",
                sockets);
        assertRefused(() -> HttpServer.create(new InetSocketAddress(0), 0).stop(0), "an NIO channel", sockets);
    }

    @Test
    void aPingIsRefused() {
        assertRefused(
                () -> assertThat(InetAddress.getLoopbackAddress().isReachable(100))
                        .isTrue(),
                "InetAddress.isReachable",
                "a connection to a port");
    }

    @Test
    void aChildProcessIsRefused() {
        assertRefused(() -> new ProcessBuilder("true").start(), "start of a child process", "a node of its own");
        assertRefused(() -> Runtime.getRuntime().exec(new String[] {"true"}), "start of a child process", "a node");
    }

    /** Waits while it is initialised. */
    private static final class Sleeper {
        static final int VALUE = sleep();

        private Sleeper() {}

        private static int sleep() {
            LockSupport.parkNanos(1_000_000);
            return 1;
        }
    }

    @Test
    void aWaitInAClassInitialiserIsRefused() {
        assertRefused(
                () -> System.out.println(Sleeper.VALUE),
                "a wait of thread \"main\" in a class initialiser",
                "waiting outside of static initialisers");
    }

    @Test
    void aRealThreadThatWakesANodesThreadIsALeak() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread foreign = Thread.ofPlatform().name("foreign").unstarted(latch::countDown);
        try (World world = new World()) {
            world.node("waw").start(() -> {
                // Parks first; the real thread then comes while the node goes on.
                Thread.ofVirtual().name("waiter").start(() -> {
                    try {
                        latch.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                Thread.sleep(10);
                System.out.println("started");
                while (latch.getCount() > 0) {
                    Thread.sleep(1);
                }
                Thread.sleep(1000);
            });
            world.at(Duration.ofMillis(20), () -> {
                foreign.start();
                try {
                    foreign.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(world.run(LONG)).isInstanceOfSatisfying(RunOutcome.Leaked.class, leaked -> {
                assertThat(leaked.message())
                        .contains("the foreign thread \"foreign\" woke thread \"waiter\" of node waw")
                        .contains("use sockets or Simulation.at");
                assertThat(leaked.stack()).isNotEmpty();
            });
        }
        foreign.join();
    }

    @Test
    void theProgramSeesTheRefusalAsAnException() {
        try (World world = new World()) {
            world.node("waw").start(() -> {
                try {
                    SocketChannel.open().close();
                } catch (UnsupportedOperationException e) {
                    System.out.println("caught");
                }
            });
            // Caught or not: a program that meets it is not simulated faithfully.
            assertThat(world.run(LONG)).isInstanceOf(RunOutcome.Leaked.class);
            assertThat(world.output("waw")).containsExactly("caught");
        }
    }

    @Test
    void theSameActsAreFreeOutsideOfNodes() throws Exception {
        try (World world = new World()) {
            assertThat(world.run(LONG)).isInstanceOf(RunOutcome.Completed.class);
        }
        Worker worker = new Worker();
        Thread plain = new Thread(worker::getName);
        plain.start();
        plain.join();
        assertThat(plain.isVirtual()).isFalse();
        assertThat(ForkJoinPool.commonPool().submit(() -> 1).get()).isEqualTo(1);
        assertThat(List.of(1, 2, 3).parallelStream().mapToInt(i -> i).sum()).isEqualTo(6);
        try (SocketChannel channel = SocketChannel.open();
                DatagramSocket datagram = new DatagramSocket()) {
            assertThat(channel.isOpen()).isTrue();
            assertThat(datagram.isClosed()).isFalse();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
