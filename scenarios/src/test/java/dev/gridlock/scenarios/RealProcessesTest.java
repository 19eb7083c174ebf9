package dev.gridlock.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.ProxyMain;
import dev.gridlock.proxy.machine.MachineHostMain;
import dev.gridlock.store.StoreMain;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs that are simulated everywhere else, as processes of their own on loopback. */
class RealProcessesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterEach
    void killAll() throws InterruptedException {
        processes.forEach(Process::destroyForcibly);
        for (var process : processes) {
            process.waitFor();
        }
        client.close();
    }

    @Test
    void anUpdateOfOneStoreRoutesARequestAtTheProxyOfAnother() throws Exception {
        List<Integer> ports = freePorts(7);
        int worker = ports.get(0);
        int front = ports.get(5);
        schema();
        start(
                "worker",
                MachineHostMain.class,
                "--name",
                "worker-waw-1",
                "--addr",
                "127.0.0.1:" + worker,
                "--region",
                "waw");
        String gossip = "\"127.0.0.1:" + ports.get(1) + "\", \"127.0.0.1:" + ports.get(2) + "\"";
        start("store-1", StoreMain.class, "-c", store("store-iad-1", "iad", ports.get(1), ports.get(3), gossip));
        start("store-2", StoreMain.class, "-c", store("store-waw-1", "waw", ports.get(2), ports.get(4), gossip));
        start("proxy", ProxyMain.class, "-c", proxy(ports.get(4), front, ports.get(6)));

        String committed = untilAnswered(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(3) + "/v1/transactions"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("""
                        [["INSERT INTO apps (id, name, update_id) VALUES (?, ?, ?)", ["shop", "Shop", "u-1"]],
                         ["INSERT INTO machines (id, app, region, address, update_id) VALUES (?, ?, ?, ?, ?)",
                          ["m-1", "shop", "waw", "127.0.0.1:%d", "u-1"]]]""".formatted(worker))));
        assertThat(committed).contains("\"version\":1");

        // The proxy answers 404 until the row has come by gossip; HTTP clients may not set Host, so it is sent by hand.
        assertThat(untilRouted(front)).startsWith("HTTP/1.1 200").contains("X-Gridlock-Machine: m-1", "X-Region: waw");
    }

    private void schema() throws IOException {
        try (InputStream in = Objects.requireNonNull(ProxyMain.class.getResourceAsStream("fleet.sql"))) {
            Files.copy(in, directory.resolve("fleet.sql"));
        }
    }

    private String store(String name, String region, int gossip, int api, String bootstrap) throws IOException {
        return write(name + ".toml", """
                [node]
                name = "%1$s"
                region = "%2$s"
                [db]
                path = "%1$s/store.db"
                schema_paths = ["fleet.sql"]
                [gossip]
                addr = "127.0.0.1:%3$d"
                bootstrap = [%5$s]
                [api]
                addr = "127.0.0.1:%4$d"
                [telemetry]
                update_column = "update_id"
                """.formatted(name, region, gossip, api, bootstrap));
    }

    private String proxy(int store, int front, int control) throws IOException {
        return write("proxy.toml", """
                [node]
                name = "proxy-waw-1"
                region = "waw"
                [proxy]
                addr = "127.0.0.1:%d"
                [control]
                addr = "127.0.0.1:%d"
                [store]
                addr = "127.0.0.1:%d"
                [catalog]
                loading = "lazy"
                lock = "parking-lot-0.12.5"
                [watchdog]
                snapshot_dir = "stalls"
                [regions]
                waw = 0.4
                """.formatted(front, control, store));
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private void start(String name, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        processes.add(new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(directory.resolve(name + ".out").toFile())
                .redirectError(directory.resolve(name + ".err").toFile())
                .start());
    }

    private String untilAnswered(HttpRequest.Builder request) throws InterruptedException {
        return until("an answer to " + request.build().uri(), () -> {
            var response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 ? response.body() : "";
        });
    }

    private String untilRouted(int port) throws InterruptedException {
        return until("a request routed by the proxy", () -> {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getOutputStream()
                        .write("GET /hello HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                return answer.startsWith("HTTP/1.1 200") ? answer : "";
            }
        });
    }

    private interface Attempt {
        /** Returns the answer, or an empty text to try again. */
        String make() throws IOException, InterruptedException;
    }

    private String until(String what, Attempt attempt) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        String problem = "nothing was heard";
        while (System.nanoTime() < end) {
            try {
                String answer = attempt.make();
                if (!answer.isEmpty()) {
                    return answer;
                }
            } catch (IOException notYet) {
                problem = notYet.toString();
            }
            assertThat(processes).allMatch(Process::isAlive);
            Thread.sleep(50);
        }
        throw new AssertionError("no " + what + " within " + PATIENCE + ": " + problem);
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
