package dev.gridlock.toxiproxy.api;

import dev.gridlock.toxiproxy.proxy.ProxyRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.ExceptionListener;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.impl.bootstrap.HttpServer;
import org.apache.hc.core5.http.impl.bootstrap.ServerBootstrap;
import org.apache.hc.core5.http.io.HttpRequestHandler;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;

/** Serves the API over HTTP/1.1, a thread for each connection. Thread-safe. */
public final class ApiServer implements AutoCloseable {
    private static final int MOST_BODY_BYTES = 16 << 20;
    /** How long a connection may be idle, in seconds: the original's. */
    private static final int IDLE_SECONDS = 60;

    private static final int BACKLOG = 128;

    private final Routes routes;
    private final HttpServer server;
    private volatile boolean closing;

    private ApiServer(InetAddress address, int port, Routes routes, Consumer<String> notices) {
        this.routes = routes;
        this.server = ServerBootstrap.bootstrap()
                .setLocalAddress(address)
                .setListenerPort(port)
                .setSocketConfig(SocketConfig.custom()
                        .setSoTimeout(IDLE_SECONDS, TimeUnit.SECONDS)
                        .setTcpNoDelay(true)
                        // a server that was just stopped has left connections in TIME_WAIT, which are no hindrance
                        .setSoReuseAddress(true)
                        .setBacklogSize(BACKLOG)
                        .build())
                // whatever name the client has for this machine
                .setRequestRouter((request, context) -> (HttpRequestHandler) this::handle)
                .setExceptionListener(new Failures(notice -> {
                    if (!closing) {
                        notices.accept("api: " + notice);
                    }
                }))
                .create();
    }

    /**
     * Listens and serves.
     *
     * @param port 0 for any
     * @param metrics writes the metrics; empty when they are off
     * @throws IOException when the address cannot be had
     */
    public static ApiServer start(
            InetAddress address,
            int port,
            ProxyRegistry proxies,
            ProxyApi api,
            Optional<Supplier<String>> metrics,
            Consumer<String> notices)
            throws IOException {
        ApiServer server = new ApiServer(address, port, new Routes(proxies, api, metrics), notices);
        try {
            server.server.start();
        } catch (IOException e) {
            throw new IOException(
                    "the API cannot listen at " + address.getHostAddress() + ":" + port + ": " + e.getMessage(), e);
        }
        return server;
    }

    public int port() {
        return server.getLocalPort();
    }

    private void handle(ClassicHttpRequest request, ClassicHttpResponse response, HttpContext context)
            throws IOException {
        Answer answer = answer(request);
        response.setCode(answer.status());
        if (!answer.contentType().isEmpty()) {
            response.setEntity(new ByteArrayEntity(answer.bytes(), ContentType.parse(answer.contentType())));
        }
        if (answer.contentType().startsWith("text/plain")) {
            response.setHeader("X-Content-Type-Options", "nosniff");
        }
    }

    private Answer answer(ClassicHttpRequest request) throws IOException {
        byte[] body = body(request.getEntity());
        if (body.length > MOST_BODY_BYTES) {
            return Answer.error(413, "found a body of more than " + MOST_BODY_BYTES + " bytes, expected at most that");
        }
        String target = request.getPath();
        int mark = target.indexOf('?');
        String path;
        try {
            // in a path, other than in a query, a plus is a plus
            path = URLDecoder.decode(
                    (mark < 0 ? target : target.substring(0, mark)).replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return Answer.error(400, "found path " + target + ", expected percent-encoded text");
        }
        Header agent = request.getFirstHeader("User-Agent");
        return routes.answer(new Request(
                request.getMethod(),
                path,
                agent == null ? "" : agent.getValue(),
                new String(body, StandardCharsets.UTF_8)));
    }

    private static byte[] body(HttpEntity entity) throws IOException {
        if (entity == null) {
            return new byte[0];
        }
        try (var in = entity.getContent()) {
            return in.readNBytes(MOST_BODY_BYTES + 1);
        }
    }

    /** Stops serving and closes all connections. */
    @Override
    public void close() {
        closing = true;
        server.close(CloseMode.IMMEDIATE);
    }

    /** Tells what went wrong, but not that a client went away or was idle; closing the server fails its accept. */
    private record Failures(Consumer<String> notices) implements ExceptionListener {
        @Override
        public void onError(Exception e) {
            notices.accept(e.toString());
        }

        @Override
        public void onError(HttpConnection connection, Exception e) {
            if (!(e instanceof ConnectionClosedException
                    || e instanceof SocketException
                    || e instanceof SocketTimeoutException)) {
                notices.accept(e.toString());
            }
        }
    }
}
