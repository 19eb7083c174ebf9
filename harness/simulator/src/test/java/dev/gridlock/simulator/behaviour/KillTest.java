package dev.gridlock.simulator.behaviour;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.simulator.Node;
import dev.gridlock.simulator.NodeListener;
import dev.gridlock.simulator.NodeOptions;
import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.RunOutcome;
import dev.gridlock.simulator.SimulationOptions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that are killed and started again. */
@SuppressWarnings({"AddressSelection", "CanonicalDuration", "FutureReturnValueIgnored", "WaitNotInLoop"
}) // a node has one address; instants are told in one unit; nothing comes back from the dead
class KillTest {
    private static final int PORT = 7000;
    private static final Duration LONG = Duration.ofHours(1);

    @BeforeAll
    static void loadNativeLibrary() throws SQLException {
        DriverManager.getConnection("jdbc:sqlite::memory:").close();
    }

    @Test
    void nothingOfAKilledProcessRunsAnyMore() {
        try (World world = new World()) {
            Node node = world.node("waw");
            node.start(() -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
                Object monitor = new Object();
                ReentrantLock lock = new ReentrantLock();
                lock.lock();
                new ScheduledThreadPoolExecutor(1)
                        .scheduleAtFixedRate(() -> System.out.println("tick"), 300, 400, TimeUnit.MILLISECONDS);
                CompletableFuture.runAsync(
                        () -> System.out.println("delayed"), CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS));
                spawn(() -> {
                    synchronized (monitor) {
                        monitor.wait(2000);
                    }
                });
                spawn(() -> lock.tryLock(2, TimeUnit.SECONDS));
                spawn(() -> {
                    while (System.nanoTime() > 0) {
                        Thread.sleep(0, 100_000);
                    }
                });
                try {
                    Thread.sleep(5000);
                } finally {
                    System.out.println("finally");
                    lock.unlock();
                }
            });
            world.at(Duration.ofSeconds(1), () -> {
                assertThat(node.isRunning()).isTrue();
                node.kill();
                assertThat(node.isRunning()).isFalse();
                node.kill();
            });
            RunOutcome outcome = world.run(LONG);
            assertThat(outcome).isEqualTo(new RunOutcome.Completed(LONG));
            assertThat(world.output("waw")).containsExactly("tick", "tick");
            assertThat(world.exits()).containsExactly(new World.Exit("waw", Node.KILLED, Duration.ofSeconds(1)));
            assertThat(world.uncaught()).isEmpty();
        }
    }

    private static void spawn(Program body) {
        Thread.startVirtualThread(() -> {
            try {
                body.run();
                System.out.println("came back");
            } catch (Exception e) {
                System.out.println(e);
            } finally {
                System.out.println("finally");
            }
        });
    }

    @Test
    void peersSeeTheConnectionEndOrResetAndThenARefusal() {
        try (World world = new World()) {
            Node server = world.node("fra");
            server.start(() -> {
                try (ServerSocket listening = new ServerSocket(PORT)) {
                    Socket idle = listening.accept();
                    Socket unread = listening.accept();
                    Thread.sleep(100_000);
                    idle.close();
                    unread.close();
                }
            });
            world.node("waw").start(() -> {
                Thread.sleep(100);
                try (Socket idle = new Socket("fra", PORT);
                        Socket unread = new Socket("fra", PORT)) {
                    unread.getOutputStream().write(1);
                    System.out.println("idle " + idle.getInputStream().read());
                    try {
                        System.out.println("unread " + unread.getInputStream().read());
                    } catch (IOException e) {
                        System.out.println("unread " + e.getMessage());
                    }
                }
                try {
                    new Socket("fra", PORT).close();
                } catch (ConnectException e) {
                    System.out.println(e.getMessage());
                }
            });
            world.at(Duration.ofSeconds(1), server::kill);
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("idle -1", "unread Connection reset", "Connection refused");
        }
    }

    @Test
    void aNodeStartsAgainOnTheSamePortWithTheSameFiles(@TempDir Path directory) {
        Path file = directory.resolve("lives");
        Program program = () -> {
            try (ServerSocket server = new ServerSocket(PORT)) {
                Files.writeString(file, "life\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                while (true) {
                    try (Socket socket = server.accept()) {
                        socket.getOutputStream()
                                .write(Files.readAllLines(file, UTF_8).size());
                    }
                }
            }
        };
        try (World world = new World()) {
            Node server = world.node("fra");
            server.start(program);
            world.node("waw").start(() -> {
                for (int i = 0; i < 3; i++) {
                    Thread.sleep(1000);
                    try (Socket socket = new Socket("fra", PORT)) {
                        System.out.println("lives " + socket.getInputStream().read());
                    }
                }
            });
            for (int i = 0; i < 2; i++) {
                world.at(Duration.ofMillis(1500 + 1000 * i), () -> {
                    server.kill();
                    server.start(program);
                });
            }
            world.run(Duration.ofSeconds(10));
            assertThat(world.output("waw")).containsExactly("lives 1", "lives 2", "lives 3");
        }
    }

    @Test
    void aDatabaseConnectionOfAKilledNodeHoldsNoLock(@TempDir Path directory) {
        String url = "jdbc:sqlite:" + directory.resolve("waw.db");
        try (World world = new World()) {
            Node node = world.node("waw");
            node.start(() -> {
                try (Connection connection = DriverManager.getConnection(url);
                        Statement statement = connection.createStatement()) {
                    statement.execute("pragma journal_mode = wal");
                    statement.execute("create table t (n integer)");
                    statement.execute("insert into t values (1)");
                    connection.setAutoCommit(false);
                    statement.execute("insert into t values (2)");
                    Thread.sleep(5000);
                    connection.commit();
                }
            });
            world.at(Duration.ofSeconds(1), () -> {
                node.kill();
                node.start(() -> {
                    try (Connection connection = DriverManager.getConnection(url);
                            Statement statement = connection.createStatement()) {
                        statement.execute("insert into t values (3)");
                        try (ResultSet rows = statement.executeQuery("select group_concat(n) from t")) {
                            System.out.println(rows.getString(1));
                        }
                    }
                });
            });
            world.run(LONG);
            assertThat(world.uncaught()).isEmpty();
            assertThat(world.output("waw")).containsExactly("1,3");
            assertThat(world.exits()).extracting(World.Exit::code).containsExactly(Node.KILLED, 0);
        }
    }

    @Test
    void connectionsThatTheProgramClosedItselfAreForgotten() {
        try (World world = new World()) {
            Node node = world.node("waw");
            node.start(() -> {
                for (int i = 0; i < 500; i++) {
                    DriverManager.getConnection("jdbc:sqlite::memory:").close();
                }
                Thread.sleep(10_000);
            });
            world.at(Duration.ofSeconds(1), node::kill);
            world.run(LONG);
            assertThat(world.exits()).extracting(World.Exit::code).containsExactly(Node.KILLED);
        }
    }

    @Test
    void aKilledNodeCanBePausedBeforeAndStartedAgain() {
        try (World world = new World()) {
            Node node = world.node("waw");
            Program program = () -> {
                System.out.println("up");
                Thread.sleep(1000);
                System.out.println("done");
            };
            node.start(program);
            assertThatThrownBy(() -> node.start(program))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("node waw is running already");
            world.at(Duration.ofMillis(500), node::pause);
            world.at(Duration.ofMillis(2000), node::kill);
            world.at(Duration.ofMillis(3000), () -> node.start(program));
            world.run(LONG);
            assertThat(world.output("waw")).containsExactly("up", "up", "done");
            assertThat(world.exits()).extracting(World.Exit::code).containsExactly(Node.KILLED, 0);
        }
    }

    @Test
    void aListenerMayRestartItsNode() {
        try (World world = new World()) {
            int[] lives = new int[1];
            Program program = () -> {
                System.out.println("up");
                Runtime.getRuntime().halt(3);
            };
            Node node = world.simulation()
                    .addNode(NodeOptions.of("fra", "10.2.0.1").withListener(new NodeListener() {
                        @Override
                        public void onExit(Node exited, int code, Duration at) {
                            if (++lives[0] < 4) {
                                exited.start(program);
                            }
                        }
                    }));
            node.start(program);
            world.run(LONG);
            assertThat(lives[0]).isEqualTo(4);
        }
    }

    @Test
    void aKillInTheMomentOfAnExitComesFirst() {
        List<Integer> codes = new ArrayList<>();
        List<Boolean> running = new ArrayList<>();
        Program serving = () -> {
            try (ServerSocket server = new ServerSocket(PORT);
                    Socket socket = server.accept()) {
                socket.getOutputStream().write(5);
            }
        };
        NodeListener killer = new NodeListener() {
            @Override
            public void onOutput(Node node, Stream stream, String line, Duration at) {
                // The step that printed has called exit as well.
                running.add(node.isRunning());
                node.kill();
                running.add(node.isRunning());
                node.start(serving);
            }

            @Override
            public void onExit(Node node, int code, Duration at) {
                codes.add(code);
            }
        };
        try (World world = new World()) {
            world.simulation()
                    .addNode(NodeOptions.of("fra", "10.2.0.1").withListener(killer))
                    .start(() -> {
                        System.out.println("bye");
                        System.exit(2);
                    });
            world.node("waw").start(() -> {
                Thread.sleep(100);
                try (Socket socket = new Socket("fra", PORT)) {
                    System.out.println(socket.getInputStream().read());
                }
            });
            world.run(LONG);
            assertThat(running).containsExactly(true, false);
            assertThat(codes).containsExactly(Node.KILLED, 0);
            assertThat(world.output("waw")).containsExactly("5");
        }
    }

    @Test
    void killsAtAnyInstantLeaveTheOthersAlone() {
        for (int seed = 1; seed <= 10; seed++) {
            try (World world = new World(SimulationOptions.of(seed))) {
                Program server = () -> {
                    Object monitor = new Object();
                    try (ServerSocket listening = new ServerSocket(PORT)) {
                        while (true) {
                            Socket socket = listening.accept();
                            new Thread(() -> {
                                        try (socket) {
                                            int b = socket.getInputStream().read();
                                            synchronized (monitor) {
                                                Thread.sleep(0, 300_000);
                                                monitor.notifyAll();
                                            }
                                            socket.getOutputStream().write(b);
                                        } catch (IOException | InterruptedException e) {
                                            System.out.println(e);
                                        }
                                    })
                                    .start();
                        }
                    }
                };
                Node fra = world.node("fra");
                fra.start(server);
                world.node("waw").start(() -> {
                    int answers = 0;
                    int failures = 0;
                    for (int i = 0; i < 300; i++) {
                        Thread.sleep(10);
                        try (Socket socket = new Socket("fra", PORT)) {
                            socket.getOutputStream().write(i);
                            if (socket.getInputStream().read() == (i & 0xFF)) {
                                answers++;
                            } else {
                                failures++;
                            }
                        } catch (IOException e) {
                            failures++;
                        }
                    }
                    System.out.println(answers + failures);
                    System.out.println(answers > 250);
                });
                for (int k = 1; k <= 20; k++) {
                    world.at(Duration.ofNanos(130_000_000L * k + seed * 1_234_567L), () -> {
                        fra.kill();
                        fra.start(server);
                    });
                }
                assertThat(world.run(Duration.ofSeconds(20))).isInstanceOf(RunOutcome.Completed.class);
                assertThat(world.output("waw")).containsExactly("300", "true");
                assertThat(world.uncaught()).isEmpty();
            }
        }
    }
}
