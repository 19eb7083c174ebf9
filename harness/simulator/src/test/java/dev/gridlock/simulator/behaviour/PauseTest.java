package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.simulator.Node;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Nodes that stop for a while, as by SIGSTOP. */
@SuppressWarnings({"AddressSelection", "CanonicalDuration"}) // a node has one address; instants are told in one unit
class PauseTest {
    private static final Duration LONG = Duration.ofHours(1);

    private static long clock() {
        return System.nanoTime() / 1_000_000 - 1000;
    }

    @Test
    void aPausedProcessDoesNothingAndFindsTheTimeGone() {
        try (World world = new World()) {
            Node node = world.node("waw");
            node.start(() -> {
                for (int i = 0; i < 4; i++) {
                    Thread.sleep(100);
                    System.out.println(clock());
                }
            });
            world.at(Duration.ofMillis(250), node::pause);
            world.at(Duration.ofMillis(1000), node::resume);
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("100", "200", "1000", "1100");
            assertThat(world.lines())
                    .extracting(line -> line.at().toMillis())
                    .containsExactly(100L, 200L, 1000L, 1100L);
        }
    }

    @Test
    void itsKernelGoesOnReceiving() {
        try (World world = new World()) {
            Node server = world.node("fra");
            server.start(() -> {
                try (ServerSocket listening = new ServerSocket(7000)) {
                    while (true) {
                        try (Socket socket = listening.accept()) {
                            socket.getOutputStream()
                                    .write(socket.getInputStream().read());
                        }
                    }
                }
            });
            world.node("waw").start(() -> {
                Thread.sleep(500);
                long start = clock();
                try (Socket socket = new Socket("fra", 7000)) {
                    System.out.println("connected after " + (clock() - start));
                    socket.getOutputStream().write(7);
                    System.out.println(socket.getInputStream().read() + " at " + clock());
                }
            });
            world.at(Duration.ofMillis(100), server::pause);
            world.at(Duration.ofMillis(3000), server::resume);
            world.run(Duration.ofSeconds(10));
            assertThat(world.output("waw")).containsExactly("connected after 2", "7 at 3001");
        }
    }

    @Test
    void aPauseOfAllThreadsIsNoDeadlock() {
        try (World world = new World()) {
            Node node = world.node("waw");
            node.start(() -> {
                Thread.sleep(200);
                System.out.println("on");
            });
            world.at(Duration.ofMillis(100), node::pause);
            assertThat(world.run(Duration.ofSeconds(1)))
                    .isInstanceOf(dev.gridlock.simulator.RunOutcome.Completed.class);
            assertThat(world.output("waw")).isEmpty();
            node.resume();
            world.run(Duration.ofSeconds(2));
            assertThat(world.output("waw")).containsExactly("on");
            assertThat(world.exits()).hasSize(1);
        }
    }

    @Test
    void manyThreadsComeBackFromAPause() {
        try (World world = new World()) {
            Node node = world.node("waw");
            node.start(() -> {
                Object monitor = new Object();
                int[] count = new int[1];
                Thread[] threads = new Thread[20];
                for (int i = 0; i < threads.length; i++) {
                    threads[i] = new Thread(() -> {
                        for (int j = 0; j < 50; j++) {
                            synchronized (monitor) {
                                count[0]++;
                                try {
                                    monitor.wait(1);
                                } catch (InterruptedException e) {
                                    throw new IllegalStateException(e);
                                }
                            }
                        }
                    });
                    threads[i].start();
                }
                for (Thread thread : threads) {
                    thread.join();
                }
                System.out.println(count[0]);
            });
            for (int i = 0; i < 10; i++) {
                world.at(Duration.ofNanos(2_300_000L + 4_100_000L * i), node::pause);
                world.at(Duration.ofNanos(4_000_000L + 4_100_000L * i), node::resume);
            }
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("1000");
        }
    }

    @Test
    void aPausedPeerDoesNotHurtTheReader() throws IOException {
        try (World world = new World()) {
            Node server = world.node("fra");
            server.start(() -> {
                try (ServerSocket listening = new ServerSocket(7000);
                        Socket socket = listening.accept()) {
                    for (int i = 0; i < 3; i++) {
                        socket.getOutputStream().write(i);
                        Thread.sleep(100);
                    }
                }
            });
            world.node("waw").start(() -> {
                Thread.sleep(10);
                try (Socket socket = new Socket("fra", 7000)) {
                    for (int b; (b = socket.getInputStream().read()) >= 0; ) {
                        System.out.println(b + " at " + clock());
                    }
                }
            });
            world.at(Duration.ofMillis(150), server::pause);
            world.at(Duration.ofMillis(750), server::resume);
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("0 at 12", "1 at 112", "2 at 751");
        }
    }
}
