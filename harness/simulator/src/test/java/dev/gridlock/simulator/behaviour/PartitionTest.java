package dev.gridlock.simulator.behaviour;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.RunOutcome;
import dev.gridlock.simulator.network.LinkProfile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Links that are cut and healed. */
@SuppressWarnings({"AddressSelection", "CanonicalDuration"}) // a node has one address; instants are told in one unit
class PartitionTest {
    private static final int PORT = 7000;
    private static final Duration LONG = Duration.ofHours(1);

    private static String clock() {
        return Long.toString(System.nanoTime() / 1_000_000 - 1000);
    }

    /** Prints each line that arrives on one connection, with the instant in milliseconds, then how the connection ended. */
    private static void listen() throws IOException {
        try (ServerSocket server = new ServerSocket(PORT);
                Socket socket = server.accept()) {
            print(socket);
        }
    }

    private static void print(Socket socket) throws IOException {
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            for (String line; (line = in.readLine()) != null; ) {
                System.out.println(line + " at " + clock());
            }
            System.out.println("end at " + clock());
        } catch (IOException e) {
            System.out.println(e.getMessage() + " at " + clock());
        }
    }

    /** Writes each line at its instant. */
    private static Program say(String host, long... millis) {
        return () -> {
            Thread.sleep(100);
            try (Socket socket = new Socket(host, PORT)) {
                for (long at : millis) {
                    Thread.sleep(at - (System.nanoTime() / 1_000_000 - 1000));
                    socket.getOutputStream().write(("said " + at + "\n").getBytes(UTF_8));
                }
            }
        };
    }

    private static World world() {
        World world = new World();
        world.network().links((from, to) -> LinkProfile.of(Duration.ofMillis(10)));
        return world;
    }

    @Test
    void aCutHoldsTrafficAndAHealReleasesItAtTheNextRetry() {
        try (World world = world()) {
            world.node("fra").start(PartitionTest::listen);
            world.node("waw").start(say("fra", 1000));
            world.at(Duration.ofMillis(900), () -> world.network().cut("waw", "fra"));
            // Tries after 200 ms, 400 ms more, 800 ms more: at 1200, 1600, 2400.
            world.at(Duration.ofMillis(1700), () -> world.network().heal("waw", "fra"));
            world.run(LONG);
            assertThat(world.output("fra")).containsExactly("said 1000 at 2410", "end at 2410");
        }
    }

    @Test
    void packetsStayInOrderAcrossACut() {
        for (int seed = 1; seed <= 5; seed++) {
            try (World world = world()) {
                world.network().links((from, to) -> new LinkProfile(Duration.ofMillis(10), Duration.ofMillis(30), 0));
                world.node("fra").start(PartitionTest::listen);
                world.node("waw").start(say("fra", 700, 1000, 1100, 1210, 1300, 1590, 1700, 2000, 2500));
                world.at(Duration.ofMillis(900), () -> world.network().cut("waw", "fra"));
                world.at(Duration.ofMillis(1250), () -> world.network().heal("waw", "fra"));
                world.at(Duration.ofMillis(1580), () -> world.network().cut("waw", "fra"));
                world.at(Duration.ofMillis(1650), () -> world.network().heal("waw", "fra"));
                world.run(LONG);
                assertThat(world.output("fra"))
                        .extracting(line -> line.replaceAll(" at .*", ""))
                        .containsExactly(
                                "said 700",
                                "said 1000",
                                "said 1100",
                                "said 1210",
                                "said 1300",
                                "said 1590",
                                "said 1700",
                                "said 2000",
                                "said 2500",
                                "end");
                // Healed for the first time at 1250, but the try at 1600 fell into the second cut.
                List<String> lines = world.output("fra");
                assertThat(Integer.parseInt(lines.get(1).replaceAll(".* ", ""))).isBetween(2410, 2441);
            }
        }
    }

    @Test
    void oneDirectionCanBeCutAlone() {
        try (World world = world()) {
            world.node("fra").start(() -> {
                try (ServerSocket server = new ServerSocket(PORT);
                        Socket socket = server.accept()) {
                    Thread.startVirtualThread(() -> {
                        try {
                            Thread.sleep(2000);
                            socket.getOutputStream().write("answer\n".getBytes(UTF_8));
                        } catch (IOException | InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
                    print(socket);
                }
            });
            world.node("waw").start(() -> {
                Thread.sleep(500);
                try (Socket socket = new Socket("fra", PORT)) {
                    Thread.sleep(1000);
                    socket.getOutputStream().write("question\n".getBytes(UTF_8));
                    print(socket);
                }
            });
            world.at(Duration.ofMillis(1000), () -> world.network().cut("fra", "waw"));
            assertThat(world.run(Duration.ofSeconds(100))).isInstanceOf(RunOutcome.Completed.class);
            assertThat(world.output("fra")).containsExactly("question at 1530");
            assertThat(world.output("waw")).isEmpty();
            assertThat(world.network().isCut("fra", "waw")).isTrue();
            assertThat(world.network().isCut("waw", "fra")).isFalse();
        }
    }

    @Test
    void overlappingCutsNeedAsManyHeals() {
        try (World world = world()) {
            world.node("fra").start(PartitionTest::listen);
            world.node("waw").start(say("fra", 1000));
            world.at(Duration.ofMillis(900), () -> {
                world.network().cut("waw", "fra");
                world.network().cut("waw", "fra");
            });
            world.at(Duration.ofMillis(1100), () -> world.network().heal("waw", "fra"));
            world.at(Duration.ofMillis(2000), () -> world.network().heal("waw", "fra"));
            world.run(LONG);
            assertThat(world.output("fra")).containsExactly("said 1000 at 2410", "end at 2410");
        }
    }

    @Test
    void connectingAcrossACutIsTriedAgainAfterOneAndThreeSeconds() {
        try (World world = world()) {
            world.node("fra").start(PartitionTest::listen);
            world.node("waw").start(() -> {
                Thread.sleep(1000);
                try (Socket socket = new Socket("fra", PORT)) {
                    System.out.println(socket.isConnected() + " at " + clock());
                }
            });
            world.at(Duration.ofMillis(500), () -> world.network().cut("waw", "fra"));
            world.at(Duration.ofMillis(2500), () -> world.network().heal("waw", "fra"));
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("true at 4020");
        }
    }

    @Test
    void anAnswerThatIsCutOffDelaysTheConnect() {
        try (World world = world()) {
            world.node("fra").start(PartitionTest::listen);
            world.node("waw").start(() -> {
                Thread.sleep(1000);
                try (Socket socket = new Socket("fra", PORT)) {
                    System.out.println(socket.isConnected() + " at " + clock());
                }
            });
            world.at(Duration.ofMillis(500), () -> world.network().cut("fra", "waw"));
            world.at(Duration.ofMillis(1100), () -> world.network().heal("fra", "waw"));
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("true at 1220");
        }
    }

    @Test
    void aConnectionThatIsCutForAQuarterOfAnHourIsGivenUp() {
        try (World world = world()) {
            world.node("fra").start(PartitionTest::listen);
            world.node("waw").start(() -> {
                Thread.sleep(100);
                try (Socket socket = new Socket("fra", PORT)) {
                    Thread.sleep(900);
                    while (true) {
                        socket.getOutputStream().write(new byte[100_000]);
                    }
                } catch (IOException e) {
                    System.out.println(e.getMessage() + " at " + clock());
                }
            });
            world.at(Duration.ofMillis(500), () -> world.network().cut("waw", "fra"));
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("Connection timed out at 925620");
        }
    }

    @Test
    void aNodeThatIsCutOffKeepsItsOwnLoopback() {
        try (World world = world()) {
            world.node("fra").start(() -> {
                Thread.startVirtualThread(() -> {
                    try {
                        listen();
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
                say("localhost", 1000).run();
                Thread.sleep(1000);
            });
            world.node("waw");
            world.at(Duration.ofMillis(500), () -> {
                world.network().cut("waw", "fra");
                world.network().cut("fra", "waw");
            });
            world.run(LONG);
            assertThat(world.output("fra")).containsExactly("said 1000 at 1000", "end at 1000");
        }
    }
}
