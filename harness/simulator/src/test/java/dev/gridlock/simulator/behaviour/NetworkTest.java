package dev.gridlock.simulator.behaviour;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.simulator.NodeOptions;
import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.RunOutcome;
import dev.gridlock.simulator.network.LinkProfile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Links between nodes in virtual time. */
@SuppressWarnings({"AddressSelection", "CanonicalDuration"}) // a node has one address; instants are told in one unit
class NetworkTest {
    private static final int PORT = 7000;
    private static final Duration LONG = Duration.ofHours(1);

    /** Accepts for ever and sends back each byte. */
    private static void echo() throws IOException {
        try (ServerSocket server = new ServerSocket(PORT)) {
            while (true) {
                Socket socket = server.accept();
                Thread.startVirtualThread(() -> {
                    try (socket) {
                        InputStream in = socket.getInputStream();
                        for (int b; (b = in.read()) >= 0; ) {
                            socket.getOutputStream().write(b);
                        }
                    } catch (IOException e) {
                        System.out.println("lost: " + e.getMessage());
                    }
                });
            }
        }
    }

    /** Waits for the server to listen, so that instants can be told exactly. */
    private static Program later(Program program) {
        return () -> {
            Thread.sleep(1000);
            program.run();
        };
    }

    private static long sinceMillis(long startNanos) {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    @Test
    void latencyIsSeenInVirtualTimeForConnectAndForEachDirection() {
        try (World world = new World()) {
            world.network().links((from, to) -> LinkProfile.of(Duration.ofMillis(from.equals("waw") ? 30 : 50)));
            world.node("fra").start(NetworkTest::echo);
            world.node("waw").start(later(() -> {
                long start = System.nanoTime();
                try (Socket socket = new Socket("fra", PORT)) {
                    System.out.println("connect " + sinceMillis(start));
                    start = System.nanoTime();
                    socket.getOutputStream().write(1);
                    socket.getInputStream().read();
                    System.out.println("echo " + sinceMillis(start));
                }
            }));
            assertThat(world.run(LONG)).isInstanceOf(RunOutcome.Completed.class);
            assertThat(world.output("waw")).containsExactly("connect 80", "echo 80");
        }
    }

    @Test
    void jitterVariesWithinItsBoundsAndKeepsAConnectionInOrder() {
        try (World world = new World()) {
            world.network().links((from, to) -> new LinkProfile(Duration.ofMillis(10), Duration.ofMillis(20), 0));
            world.node("fra").start(() -> {
                try (ServerSocket server = new ServerSocket(PORT);
                        Socket socket = server.accept()) {
                    System.out.println(new String(socket.getInputStream().readAllBytes(), UTF_8));
                }
            });
            world.node("ams").start(NetworkTest::echo);
            world.node("waw").start(later(() -> {
                try (Socket socket = new Socket("fra", PORT)) {
                    for (char c = 'a'; c <= 'z'; c++) {
                        socket.getOutputStream().write(c);
                        Thread.sleep(1);
                    }
                }
                try (Socket socket = new Socket("ams", PORT)) {
                    for (int i = 0; i < 40; i++) {
                        long start = System.nanoTime();
                        socket.getOutputStream().write(1);
                        socket.getInputStream().read();
                        System.out.println((System.nanoTime() - start) / 1000);
                    }
                }
            }));
            world.run(LONG);
            assertThat(world.output("fra")).containsExactly("abcdefghijklmnopqrstuvwxyz");
            List<Long> roundTrips =
                    world.output("waw").stream().map(Long::valueOf).toList();
            assertThat(roundTrips)
                    .hasSize(40)
                    .allSatisfy(micros -> assertThat(micros).isBetween(20_000L, 60_600L));
            assertThat(roundTrips.stream().distinct().count()).isGreaterThan(30);
        }
    }

    private static void sink() throws IOException {
        try (ServerSocket server = new ServerSocket(PORT)) {
            while (true) {
                Socket socket = server.accept();
                Thread.startVirtualThread(() -> {
                    try (socket) {
                        long bytes = socket.getInputStream().readAllBytes().length;
                        System.out.println(bytes + " bytes by "
                                + Duration.ofNanos(System.nanoTime()).toMillis() / 100);
                    } catch (IOException e) {
                        System.out.println("lost: " + e.getMessage());
                    }
                });
            }
        }
    }

    private static void upload(int bytes) throws IOException {
        try (Socket socket = new Socket("fra", PORT)) {
            socket.getOutputStream().write(new byte[bytes]);
        }
    }

    @Test
    void bandwidthIsSharedByTheConnectionsOfALink() {
        try (World world = new World()) {
            world.network().links((from, to) -> new LinkProfile(Duration.ofMillis(1), Duration.ZERO, 1_000_000));
            world.node("fra").start(NetworkTest::sink);
            world.node("waw").start(later(() -> upload(2_000_000)));
            world.node("ams").start(later(() -> {
                Thread.startVirtualThread(() -> {
                    try {
                        upload(1_000_000);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
                upload(1_000_000);
                Thread.sleep(60_000);
            }));
            world.run(LONG);
            // Clocks start at one second, the uploads one second after that, and each link takes two seconds.
            assertThat(world.output("fra"))
                    .hasSize(3)
                    .contains("2000000 bytes by 40", "1000000 bytes by 40")
                    .anyMatch(line -> line.matches("1000000 bytes by (3[5-9]|40)"));
        }
    }

    @Test
    void anAddedLatencyIsTakenBack() {
        try (World world = new World()) {
            world.node("fra").start(NetworkTest::echo);
            world.node("waw").start(later(() -> {
                try (Socket socket = new Socket("fra", PORT)) {
                    for (int i = 0; i < 3; i++) {
                        long start = System.nanoTime();
                        socket.getOutputStream().write(1);
                        socket.getInputStream().read();
                        System.out.println(sinceMillis(start));
                        Thread.sleep(1000);
                    }
                }
            }));
            world.at(Duration.ofMillis(1500), () -> {
                world.network().slow("waw", "fra", Duration.ofMillis(100), Duration.ZERO);
                world.network().slow("waw", "fra", Duration.ofMillis(7), Duration.ZERO);
            });
            world.at(Duration.ofMillis(2500), () -> {
                world.network().slow("waw", "fra", Duration.ofMillis(-100), Duration.ZERO);
                world.network().setProfile("fra", "waw", LinkProfile.of(Duration.ofMillis(3)));
            });
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("2", "109", "11");
        }
    }

    @Test
    void namesOfNodesResolveAndAddressesHaveNames() {
        try (World world = new World()) {
            world.node("fra", options -> options.withHostNames(List.of("store.fra.internal")));
            world.node("waw").start(() -> {
                System.out.println(InetAddress.getByName("fra").getHostAddress());
                System.out.println(InetAddress.getByName("store.fra.internal").getHostAddress());
                System.out.println(InetAddress.getLocalHost());
                System.out.println(
                        InetAddress.getByAddress(new byte[] {10, 1, 0, 1}).getHostName());
                System.out.println(
                        InetAddress.getByAddress(new byte[] {10, 9, 9, 9}).getHostName());
                System.out.println(
                        InetAddress.getByAddress(new byte[] {10, 1, 0, 1}).getCanonicalHostName());
                try {
                    InetAddress.getByName("otp");
                } catch (UnknownHostException e) {
                    System.out.println(e.getMessage());
                }
            });
            world.run(LONG);
            assertThat(world.output("waw"))
                    .containsExactly(
                            "10.1.0.1",
                            "10.1.0.1",
                            "waw/10.1.0.2",
                            "fra",
                            "10.9.9.9",
                            "fra",
                            "otp: Name or service not known");
        }
    }

    @Test
    void connectingToAnAddressWhereNobodyAnswersTimesOut() {
        try (World world = new World()) {
            world.node("waw").start(() -> {
                for (int timeout : new int[] {250, 0}) {
                    long start = System.nanoTime();
                    try (Socket socket = new Socket()) {
                        socket.connect(new InetSocketAddress("10.9.9.9", 80), timeout);
                    } catch (IOException e) {
                        System.out.println(e + " after " + sinceMillis(start));
                    }
                }
            });
            world.run(LONG);
            assertThat(world.output("waw"))
                    .containsExactly(
                            "java.net.SocketTimeoutException: Connect timed out after 250",
                            "java.net.ConnectException: Connection timed out after 127000");
        }
    }

    @Test
    void closingOrInterruptingASocketThatConnectsWakesItsThread() {
        try (World world = new World()) {
            world.node("waw").start(() -> {
                for (boolean interrupt : new boolean[] {false, true}) {
                    Socket socket = new Socket();
                    Thread connecting = Thread.startVirtualThread(() -> {
                        try {
                            socket.connect(new InetSocketAddress("10.9.9.9", 80));
                        } catch (IOException e) {
                            System.out.println(e + " " + Thread.currentThread().isInterrupted());
                        }
                    });
                    Thread.sleep(500);
                    if (interrupt) {
                        connecting.interrupt();
                    } else {
                        socket.close();
                    }
                    connecting.join();
                    System.out.println(socket.isClosed() + " at " + System.nanoTime() / 100_000_000);
                }
            });
            world.run(LONG);
            assertThat(world.output("waw"))
                    .containsExactly(
                            "java.net.SocketException: Socket closed false",
                            "true at 15",
                            "java.net.SocketException: Closed by interrupt true",
                            "true at 20");
        }
    }

    @Test
    void aServerOnTheLoopbackAddressIsHiddenFromOtherNodes() {
        try (World world = new World()) {
            world.node("fra").start(() -> {
                try (ServerSocket hidden = new ServerSocket(PORT, 5, InetAddress.getLoopbackAddress());
                        ServerSocket open = new ServerSocket(PORT, 5, InetAddress.getLocalHost())) {
                    Thread.startVirtualThread(() -> {
                        try (Socket socket = new Socket("localhost", PORT)) {
                            System.out.println(
                                    "inside " + socket.getInetAddress().isLoopbackAddress());
                        } catch (IOException e) {
                            System.out.println(e.getMessage());
                        }
                    });
                    try (Socket accepted = hidden.accept();
                            Socket other = open.accept()) {
                        System.out.println(accepted.getInetAddress().isLoopbackAddress() + " "
                                + other.getInetAddress().getHostName());
                    }
                }
            });
            world.node("waw").start(later(() -> {
                try (Socket socket = new Socket("fra", PORT)) {
                    System.out.println(socket.getInetAddress());
                }
            }));
            world.run(LONG);
            assertThat(world.output("fra")).containsExactlyInAnyOrder("inside true", "true waw");
            assertThat(world.output("waw")).containsExactly("fra/10.1.0.1");
        }
    }

    @Test
    void aFullBacklogMakesAClientTryAgainASecondLater() {
        try (World world = new World()) {
            world.node("fra").start(() -> {
                try (ServerSocket server = new ServerSocket(PORT, 1)) {
                    Thread.sleep(1500);
                    for (int i = 0; i < 3; i++) {
                        server.accept();
                    }
                    Thread.sleep(10_000);
                }
            });
            world.node("waw").start(later(() -> {
                long start = System.nanoTime();
                Socket[] sockets = new Socket[3];
                for (int i = 0; i < 3; i++) {
                    sockets[i] = new Socket("fra", PORT);
                    System.out.println(sinceMillis(start));
                }
                Thread.sleep(1000);
            }));
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("2", "4", "1006");
        }
    }

    @Test
    void connectionsOfTwoNodesWithEqualPortsAreKeptApart() {
        try (World world = new World()) {
            world.node("fra").start(NetworkTest::echo);
            world.node("ams").start(NetworkTest::echo);
            Program client = later(() -> {
                try (Socket a = new Socket("fra", PORT);
                        Socket b = new Socket("ams", PORT)) {
                    OutputStream out = a.getOutputStream();
                    out.write(65);
                    b.getOutputStream().write(66);
                    System.out.println("" + (char) a.getInputStream().read()
                            + (char) b.getInputStream().read());
                }
            });
            world.node("waw").start(client);
            world.node("iad").start(client);
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("AB");
            assertThat(world.output("iad")).containsExactly("AB");
        }
    }

    @Test
    void mistakesInTheSetUpAreNamed() {
        try (World world = new World()) {
            world.node("waw");
            assertThatThrownBy(() -> world.node("waw"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("there are two nodes named waw");
            assertThatThrownBy(() -> world.simulation().addNode(NodeOptions.of("fra", "10.1.0.1")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("10.1.0.1");
            assertThatThrownBy(() -> world.simulation().addNode(NodeOptions.of("fra", "10.1.0.x")))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> world.network().cut("waw", "otp"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("otp");
            assertThatThrownBy(() -> world.network().heal("waw", "waw"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not cut");
            assertThatThrownBy(() -> new LinkProfile(Duration.ofMillis(-1), Duration.ZERO, 0))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
