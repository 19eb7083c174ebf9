package dev.gridlock.proxy.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.ProxyMain;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.RawClient;
import dev.gridlock.proxy.fake.RawServer;
import dev.gridlock.proxy.fake.TestProxy;
import dev.gridlock.proxy.fake.Tree;
import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.supervise.RandomPause;
import dev.gridlock.proxy.supervise.Supervisor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole processes: the lock breaks for real, the watchdog ends the process, the supervisor brings it back. */
class StallTest {

    private static final String WATCHDOG = """
            [watchdog]
            interval = "100ms"
            patience = 3
            restart_delay = "50ms"
            snapshot_dir = "stalls"
            """;

    @TempDir
    private Path folder;

    private final FakeStore store = FakeStore.start();
    private final FakeHost host = FakeHost.echo("waw");

    @BeforeEach
    void fill() {
        store.putApp("shop", "u-1");
        store.putMachine("m-1", "shop", "waw", host.address(), "u-1");
    }

    @AfterEach
    void close() {
        store.close();
        host.close();
    }

    @Test
    void aStalledNodeWritesDownWhatItSeesAndExitsWith134() throws Exception {
        Path config = Files.writeString(folder.resolve("waw.toml"), TestProxy.text(store.address(), WATCHDOG));
        try (ChildJvm child = ChildJvm.start(
                CorruptingProxyMain.class,
                "-c",
                config.toString(),
                folder.resolve("once").toString())) {
            assertThat(child.awaitExit()).isEqualTo(134);

            Map<?, ?> corrupted = child.events().await("lock.corrupted");
            // A probe that has come meanwhile has set the lowest bit.
            assertThat(corrupted.get("word")).isIn("0xfffffffffffffffe", "0xffffffffffffffff");
            assertThat(corrupted.get("update")).isEqualTo("u-7");
            assertThat(child.events().named("watchdog.missed")).hasSize(3);
            Map<?, ?> silence = child.events().await("watchdog.silence");
            assertThat(silence.get("missed")).isEqualTo(3);
            assertThat(silence.get("kind")).isEqualTo("corrupt-word");
            assertThat(silence.get("word")).isEqualTo("0xffffffffffffffff");
            assertThat(silence.get("update")).isEqualTo("u-7");
            assertThat((List<?>) silence.get("holders")).isEmpty();
            assertThat((List<?>) silence.get("waiters")).isNotEmpty();
            assertThat(child.events().await("watchdog.exit").get("code")).isEqualTo(134);

            Path snapshot = folder.resolve(String.valueOf(silence.get("snapshot")));
            assertThat(snapshot.getParent()).isEqualTo(folder.resolve("stalls"));
            checkSnapshot((Map<?, ?>) Objects.requireNonNull(new Json().read(Files.readString(snapshot))));
        }
    }

    private static void checkSnapshot(Map<?, ?> snapshot) {
        assertThat(snapshot.get("node")).isEqualTo("proxy-waw-1");
        Object lock = Tree.at(snapshot, "catalogLock");
        assertThat(Tree.at(lock, "word")).isEqualTo("0xffffffffffffffff");
        assertThat(Tree.at(lock, "lastTimeout", "update")).isEqualTo("u-7");
        assertThat(Tree.at(lock, "lastTimeout", "app")).isEqualTo("shop");
        assertThat(Tree.at(lock, "lastHolder", "label")).isEqualTo("route");
        assertThat(Tree.list(lock, "waiters")).allSatisfy(waiter -> {
            assertThat(Tree.at(waiter, "label")).isEqualTo("status");
            assertThat(Tree.at(waiter, "state")).isEqualTo("WAITING");
        });
        assertThat(each(snapshot, "inFlight", "phase")).isNotEmpty().containsOnly("waiting");
        // The threads that hang in the lock are there with their stacks, and so are those that do not.
        assertThat(Tree.list(snapshot, "threads"))
                .anySatisfy(thread -> assertThat(Tree.at(thread, "stack").toString())
                        .contains("dev.gridlock.proxy.lock.ParkingLotRwLock.lockShared", "Catalog.read"));
        assertThat(each(snapshot, "threads", "name"))
                .contains("feed-apps", "feed-machines", "lock-sampler", "watchdog", "client-accept");
        assertThat(each(snapshot, "events", "event")).contains("lock.timeout", "lock.corrupted", "watchdog.missed");
    }

    private static List<String> each(Map<?, ?> snapshot, String list, String member) {
        return Tree.list(snapshot, list).stream()
                .map(element -> String.valueOf(Tree.at(element, member)))
                .toList();
    }

    @Test
    void theSupervisorStartsItAgainAndRequestsAreServed() throws Exception {
        int port = freePort();
        String text = TestProxy.text(store.address(), WATCHDOG)
                .replace("[proxy]\naddr = \"127.0.0.1:0\"", "[proxy]\naddr = \"127.0.0.1:" + port + "\"");
        Path config = Files.writeString(folder.resolve("waw.toml"), text);
        var events = new Events();
        var log = new EventLog("supervisor", events.stream(), new Json());
        List<String> command = ChildJvm.command(
                CorruptingProxyMain.class,
                "-c",
                config.toString(),
                folder.resolve("once").toString());
        var supervisor = new Supervisor(
                command, new RandomPause(Duration.ofMillis(50), Duration.ZERO, new Random(1)), 1_000, log);
        Thread thread = Thread.ofPlatform().start(() -> runUntilInterrupted(supervisor));
        try {
            Map<?, ?> exit = events.await("supervisor.exit");
            assertThat(exit.get("code")).isEqualTo(134);
            assertThat(events.await("supervisor.restart").get("delayMillis")).isEqualTo(50);
            Events.until("the second process to serve", () -> serves(port));
        } finally {
            thread.interrupt();
            thread.join();
        }
        assertThat(events.named("supervisor.start")).hasSize(2);
        assertThat(serves(port)).as("the child ends with its supervisor").isFalse();
    }

    @Test
    void superviseRestartsAKilledProxyAndEndsWithIt() throws Exception {
        Path config = Files.writeString(folder.resolve("waw.toml"), TestProxy.text(store.address(), WATCHDOG));
        try (ChildJvm supervisor = ChildJvm.start(ProxyMain.class, "supervise", "-c", config.toString())) {
            supervisor.events().await("node.ready");
            long first = pid(supervisor.events().await("supervisor.start"));
            ProcessHandle.of(first).orElseThrow().destroyForcibly();

            assertThat(supervisor.events().await("supervisor.exit").get("code")).isEqualTo(137);
            Events.until(
                    "a second process to be ready",
                    () -> supervisor.events().named("node.ready").size() == 2);
            long second = pid(supervisor.events().named("supervisor.start").getLast());
            assertThat(second).isNotEqualTo(first);

            supervisor.end();
            assertThat(supervisor.awaitExit())
                    .as("the child's code: 128 and SIGTERM")
                    .isEqualTo(143);
            Events.until(
                    "the second process to end", () -> ProcessHandle.of(second).isEmpty());
            Events.until(
                    "the second process to say so",
                    () -> !supervisor.events().named("node.stopping").isEmpty());
            assertThat(supervisor.events().named("supervisor.restart")).hasSize(1);
        }
    }

    @Test
    void theSupervisorGivesUpAfterSoManyRestarts() throws Exception {
        String text = TestProxy.text(store.address(), WATCHDOG + "max_restarts = 1\n")
                .replace("[proxy]\naddr = \"127.0.0.1:0\"", "[proxy]\naddr = \"192.0.2.1:1\"");
        Path config = Files.writeString(folder.resolve("waw.toml"), text);
        try (ChildJvm supervisor = ChildJvm.start(ProxyMain.class, "supervise", "-c", config.toString())) {
            assertThat(supervisor.awaitExit()).isEqualTo(1);

            Map<?, ?> end = supervisor.events().await("supervisor.gave-up");
            assertThat(end.get("restarts")).isEqualTo(1);
            assertThat(end.get("code")).isEqualTo(1);
            assertThat(supervisor.events().named("supervisor.start")).hasSize(2);
            Events.until(
                    "the message",
                    () -> supervisor
                            .errors()
                            .contains("The proxy has ended with code 1 after 1 restarts, and [watchdog]"
                                    + " max_restarts allows no more."));
        }
    }

    @Test
    void aBlindWatchdogLetsAStalledNodeLive() throws Exception {
        Path config = Files.writeString(
                folder.resolve("waw.toml"),
                TestProxy.text(store.address(), WATCHDOG + "deadline = \"1s\"\nprobe = \"bypasses-lock\"\n"));
        try (ChildJvm child = ChildJvm.start(
                CorruptingProxyMain.class,
                "-c",
                config.toString(),
                folder.resolve("once").toString())) {
            child.events().await("lock.corrupted");
            // A watchdog that looks would have missed two answers by then.
            assertThat(child.staysAlive(Duration.ofMillis(2_500))).isTrue();
            assertThat(child.events().named("watchdog.missed")).isEmpty();
        }
    }

    @Test
    void badArgumentsAndConfigurationsExitWith2() throws Exception {
        Path config = Files.writeString(folder.resolve("waw.toml"), "[node]\nname = \"p\"\nregoin = \"waw\"\n");
        try (ChildJvm child = ChildJvm.start(ProxyMain.class, "-c", config.toString());
                ChildJvm wrong = ChildJvm.start(ProxyMain.class, "--config", "x")) {
            assertThat(child.awaitExit()).isEqualTo(2);
            Events.until("the message", () -> !child.errors().isEmpty());
            assertThat(child.errors()).containsExactly(config + ": [node] region is missing, expected a text.");
            assertThat(wrong.awaitExit()).isEqualTo(2);
        }
    }

    private static void runUntilInterrupted(Supervisor supervisor) {
        try {
            supervisor.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static long pid(Map<?, ?> event) {
        return ((Number) Tree.at(event, "pid")).longValue();
    }

    private static int freePort() {
        try (RawServer server = RawServer.start((in, out) -> {})) {
            String address = server.address();
            return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        }
    }

    private static boolean serves(int port) {
        try {
            return RawClient.get(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), "shop", "/")
                            .status()
                    == 200;
        } catch (IOException e) {
            // Nobody listens, or the process is being ended.
            return false;
        }
    }
}
