package dev.gridlock.simulator.behaviour;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gridlock.simulator.Node;
import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.RunOutcome;
import dev.gridlock.simulator.SimulationOptions;
import dev.gridlock.simulator.network.LinkProfile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A busy simulation of ordinary programs that print whatever could differ from run to run. */
@SuppressWarnings({"AddressSelection", "FutureReturnValueIgnored"
}) // a node has one address; results are seen by what is printed
final class Everything {
    private static final int PORT = 8080;

    private Everything() {}

    /** Runs it and returns the trace hash. */
    static long run(long seed, Optional<Path> trace) {
        SimulationOptions options = SimulationOptions.of(seed);
        try (World world = new World(trace.map(options::withTrace).orElse(options))) {
            world.network()
                    .links((from, to) -> new LinkProfile(Duration.ofMillis(3), Duration.ofMillis(2), 10_000_000));
            Node server = world.node("server");
            server.start(Everything::serve);
            world.node("client").start(Everything::ask);
            world.node("chance").start(Everything::chance);
            world.node("threads").start(Everything::threads);
            world.node("pools").start(Everything::pools);
            world.node("database").start(Everything::database);
            world.node("first").start(FirstUse::run);
            world.at(Duration.ofMillis(700), server::kill);
            world.at(Duration.ofMillis(900), () -> server.start(Everything::serve));
            world.at(Duration.ofMillis(300), () -> world.network().cut("client", "server"));
            world.at(Duration.ofMillis(450), () -> world.network().heal("client", "server"));
            RunOutcome outcome = world.run(Duration.ofSeconds(30));
            if (!(outcome instanceof RunOutcome.Completed)
                    || !world.uncaught().isEmpty()
                    || world.exits().size() != 7) {
                throw new AssertionError(outcome + " " + world.uncaught() + " " + world.exits() + " " + world.lines());
            }
            return world.simulation().traceHash();
        }
    }

    /** Prints the hashes of several runs in this JVM. */
    public static void main(String[] seeds) throws Exception {
        loadNativeLibrary();
        for (String seed : seeds) {
            System.out.println("hash " + seed + " " + run(Long.parseLong(seed), Optional.empty()));
        }
    }

    /** The first connection of a JVM starts a process to learn about the machine. */
    static void loadNativeLibrary() throws Exception {
        DriverManager.getConnection("jdbc:sqlite::memory:").close();
    }

    private static void serve() throws IOException {
        Object monitor = new Object();
        int[] served = new int[1];
        try (ServerSocket server = new ServerSocket(PORT);
                ExecutorService pool = Executors.newCachedThreadPool()) {
            while (true) {
                Socket socket = server.accept();
                pool.execute(() -> {
                    try (socket;
                            BufferedReader in =
                                    new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
                            PrintWriter out = new PrintWriter(socket.getOutputStream(), true, UTF_8)) {
                        String request = in.readLine();
                        for (String line = request; line != null && !line.isEmpty(); ) {
                            line = in.readLine();
                        }
                        synchronized (monitor) {
                            served[0]++;
                            Thread.sleep(1);
                        }
                        String body = Thread.currentThread() + " " + served[0] + " " + request;
                        out.print("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
                        out.flush();
                    } catch (IOException | InterruptedException e) {
                        System.out.println(e);
                    }
                });
            }
        }
    }

    private static void ask() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int number = i;
            threads.add(Thread.ofVirtual().name("asker-" + i).start(() -> {
                for (int j = 0; j < 12; j++) {
                    try {
                        Thread.sleep(ThreadLocalRandom.current().nextInt(50, 150));
                        HttpURLConnection connection =
                                (HttpURLConnection) URI.create("http://server:" + PORT + "/" + number + "/" + j)
                                        .toURL()
                                        .openConnection();
                        connection.setReadTimeout(400);
                        System.out.println(
                                new String(connection.getInputStream().readAllBytes(), UTF_8));
                    } catch (IOException | InterruptedException e) {
                        System.out.println(e + " at " + Instant.now());
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void chance() {
        Map<TimeUnit, Integer> units = new HashMap<>();
        for (TimeUnit unit : TimeUnit.values()) {
            units.put(unit, unit.name().length());
        }
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, 20).boxed().toList());
        byte[] bytes = new byte[20];
        new SecureRandom().nextBytes(bytes);
        for (int i = 0; i < 3; i++) {
            Collections.shuffle(numbers);
            System.out.println(numbers);
            System.out.println(units + " " + Set.of("a", "b", "c", "d", "e") + " " + Map.of(1, 2, 3, 4, 5, 6));
            System.out.println(UUID.randomUUID() + " " + new Random().nextInt() + " " + Math.random() + " "
                    + new SplittableRandom().nextInt() + " "
                    + ThreadLocalRandom.current().nextInt());
            System.out.println(
                    HexFormat.of().formatHex(bytes) + HexFormat.of().formatHex(new SecureRandom().generateSeed(6)));
            System.out.println(RandomGenerator.getDefault().nextInt() + " "
                    + RandomGenerator.of("Xoshiro256PlusPlus").nextLong());
        }
        System.out.println(
                LocalDate.now(ZoneOffset.UTC) + " " + ProcessHandle.current().pid());
        Logger.getLogger("chance").fine("not printed");
    }

    private static void threads() throws Exception {
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        List<Thread> threads = new ArrayList<>();
        int[] sum = new int[1];
        for (int i = 0; i < 6; i++) {
            int number = i;
            Program body = () -> {
                for (int j = 0; j < 15; j++) {
                    synchronized (monitor) {
                        sum[0] += j;
                        if (j % 4 == number % 4) {
                            monitor.wait(2);
                        } else {
                            monitor.notify();
                        }
                    }
                    if (lock.tryLock(ThreadLocalRandom.current().nextInt(300), TimeUnit.MICROSECONDS)) {
                        try {
                            Thread.sleep(0, 200_000);
                        } finally {
                            lock.unlock();
                        }
                    } else {
                        System.out.println(Thread.currentThread().getName() + " gave up");
                    }
                    if (number % 2 == 0) {
                        queue.offer(j, 1, TimeUnit.MILLISECONDS);
                    } else {
                        System.out.println(
                                Thread.currentThread().threadId() + " " + queue.poll(900, TimeUnit.NANOSECONDS));
                    }
                }
            };
            Thread thread = new Thread(() -> {
                try {
                    body.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum[0] + " " + System.nanoTime());
    }

    private static void pools() throws Exception {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(3);
        scheduler.scheduleAtFixedRate(
                () -> System.out.println(Thread.currentThread().getName()), 1, 3, TimeUnit.MILLISECONDS);
        ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
        ExecutorService fixed = Executors.newFixedThreadPool(8);
        for (ExecutorService pool : List.of(virtual, fixed)) {
            for (int i = 0; i < 30; i++) {
                int number = i;
                pool.submit(() -> {
                    try {
                        Thread.sleep(number < 5 ? number : 100_000);
                    } catch (InterruptedException e) {
                        System.out.println("interrupted " + number);
                    }
                });
            }
        }
        Thread.sleep(30);
        virtual.shutdownNow();
        fixed.shutdownNow();
        List<CompletableFuture<String>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            futures.add(CompletableFuture.supplyAsync(() -> number + " in " + Thread.currentThread())
                    .thenCombineAsync(
                            new CompletableFuture<String>()
                                    .completeOnTimeout("late", number % 3, TimeUnit.MILLISECONDS),
                            String::concat)
                    .orTimeout(2, TimeUnit.MILLISECONDS)
                    .exceptionally(Throwable::toString));
        }
        for (CompletableFuture<String> future : futures) {
            System.out.println(future.join());
        }
        scheduler.shutdown();
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        System.out.println(queue.poll(5, TimeUnit.MILLISECONDS) + " " + Instant.now());
    }

    private static void database() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            statement.execute("create table t (id text primary key, n integer)");
            for (int i = 0; i < 20; i++) {
                statement.executeUpdate("insert into t values ('" + UUID.randomUUID() + "', " + i + ")");
                Thread.sleep(1);
            }
            try (ResultSet rows = statement.executeQuery("select group_concat(n) from (select n from t order by id)")) {
                System.out.println(rows.getString(1));
            }
        }
    }
}
