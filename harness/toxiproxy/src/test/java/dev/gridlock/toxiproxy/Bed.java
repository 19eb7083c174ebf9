package dev.gridlock.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.toxiproxy.proxy.Proxy;
import dev.gridlock.toxiproxy.proxy.ProxyState;
import dev.gridlock.toxiproxy.proxy.RefusedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A server, an echo server behind it, a proxy "echo" between them, and what a test does with them. */
final class Bed implements AutoCloseable {
    /** When nothing has happened after this long it never will, on the slowest machine. */
    static final int PATIENCE_MILLIS = 30_000;

    final EchoServer echo;
    final ToxiproxyServer server;
    final Queue<String> notices = new ConcurrentLinkedQueue<>();
    private final HttpClient http = HttpClient.newHttpClient();

    Bed() throws IOException {
        this(1);
    }

    Bed(long seed) throws IOException {
        this(ToxiproxyOptions.local().withHost("127.0.0.1").withSeed(seed));
    }

    Bed(ToxiproxyOptions options) throws IOException {
        echo = EchoServer.start();
        server = ToxiproxyServer.start(options.withNotices(notices::add));
        try {
            server.proxies().add("echo", new ProxyState("127.0.0.1:0", echo.address(), true));
        } catch (RefusedException e) {
            throw new IOException(e);
        }
    }

    Proxy proxy() throws RefusedException {
        return server.proxies().get("echo");
    }

    Socket connect() throws Exception {
        String listen = proxy().state().listen();
        int port = Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    HttpResponse<String> ask(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .timeout(Duration.ofMillis(PATIENCE_MILLIS))
                .method(method, BodyPublishers.ofString(body))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    /** Adds a toxic to the proxy, named after its type. */
    void add(String type, String stream, String attributes) throws Exception {
        HttpResponse<String> answer = ask(
                "POST",
                "/proxies/echo/toxics",
                "{\"name\":\"%s\",\"type\":\"%s\",\"stream\":\"%s\",\"attributes\":{%s}}"
                        .formatted(type, type, stream, attributes));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    void change(String name, String attributes) throws Exception {
        HttpResponse<String> answer =
                ask("PATCH", "/proxies/echo/toxics/" + name, "{\"attributes\":{" + attributes + "}}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    void remove(String name) throws Exception {
        assertThat(ask("DELETE", "/proxies/echo/toxics/" + name, "").statusCode())
                .isEqualTo(204);
    }

    /** Waits until no connection is open any more, neither in the proxies nor behind them. */
    void awaitNoConnections() throws InterruptedException {
        long until = System.nanoTime() + Duration.ofMillis(PATIENCE_MILLIS).toNanos();
        while ((server.proxies().openConnections() > 0 || echo.openConnections() > 0) && System.nanoTime() < until) {
            Thread.sleep(5);
        }
        assertThat(server.proxies().openConnections()).isZero();
        assertThat(echo.openConnections()).isZero();
    }

    /** Sends bytes and reads them back. */
    static byte[] echo(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return socket.getInputStream().readNBytes(bytes.length);
    }

    static long millisSince(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    @Override
    public void close() throws IOException {
        http.shutdownNow();
        server.close();
        echo.close();
    }
}
