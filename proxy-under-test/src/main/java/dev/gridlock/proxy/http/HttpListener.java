package dev.gridlock.proxy.http;

import dev.gridlock.proxy.threads.NodeThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.NotImplementedException;
import org.apache.hc.core5.http.RequestHeaderFieldsTooLargeException;
import org.apache.hc.core5.http.UnsupportedHttpVersionException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpServerConnection;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections and serves each one on a virtual thread of its own, one request after the other. A request stays on
 * that thread from its first byte to the last of its response.
 */
public final class HttpListener implements AutoCloseable {

    private static final int BACKLOG = 512;
    private static final int LINGER_BYTES = 256 * 1024;
    private static final int LINGER_MILLIS = 200;
    private static final long LINGER_NANOS_IN_ALL = 1_000_000_000;
    private static final Http1Config CONFIG = Http1Config.custom()
            .setMaxLineLength(ListenerLimits.MAX_LINE)
            .setMaxHeaderCount(ListenerLimits.MAX_HEADERS)
            .build();

    private final String name;
    private final ServerSocket server;
    private final ListenerLimits limits;
    private final NodeThreads threads;
    private final ExchangeHandler handler;
    private final AtomicLong accepted = new AtomicLong();
    private final OpenConnections connections;

    private HttpListener(
            String name, ServerSocket server, ListenerLimits limits, NodeThreads threads, ExchangeHandler handler) {
        this.name = name;
        this.server = server;
        this.limits = limits;
        this.threads = threads;
        this.handler = handler;
        connections = new OpenConnections(limits.connections(), limits.head());
    }

    /**
     * Binds and begins to accept.
     *
     * @param name begins the names of its threads
     * @param address port 0 takes any free one
     * @throws IOException if the address cannot be bound
     */
    public static HttpListener open(
            String name, InetSocketAddress address, ListenerLimits limits, NodeThreads threads, ExchangeHandler handler)
            throws IOException {
        var server = new ServerSocket();
        try {
            server.setReuseAddress(true);
            server.bind(address, BACKLOG);
        } catch (IOException e) {
            server.close();
            throw new IOException("The address " + address + " for " + name + " cannot be bound: " + e.getMessage(), e);
        }
        var listener = new HttpListener(name, server, limits, threads, handler);
        threads.start(name + "-accept", listener::accept);
        threads.start(name + "-heads", listener.connections);
        return listener;
    }

    /** The address that is bound, with the real port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** The address that is bound as {@code host:port}. */
    public String hostAndPort() {
        return address().getAddress().getHostAddress() + ":" + address().getPort();
    }

    /** Stops accepting; connections that are open stay. */
    public void stopAccepting() throws IOException {
        server.close();
    }

    /** Stops accepting and closes every connection. */
    @Override
    public void close() throws IOException {
        server.close();
        connections.closeAll();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                long number = accepted.incrementAndGet();
                var connection = new OpenConnections.Open(socket);
                boolean fits = connections.add(number, connection);
                if (server.isClosed()) {
                    // It came while the listener was being closed, too late to be found by that.
                    socket.close();
                    return;
                }
                threads.start(name + "-" + number, () -> serve(number, socket, connection, fits));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    // Out of file descriptors, say: those who are connected go on, and some of them will leave.
                    System.err.println(name + ": a connection could not be accepted: " + e.getMessage());
                    pause();
                }
            }
        }
    }

    private void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            // Only closing interrupts, and the loop looks for that.
            Thread.currentThread().interrupt();
        }
    }

    private void serve(long number, Socket socket, OpenConnections.Open open, boolean fits) {
        try (socket) {
            socket.setTcpNoDelay(true);
            var connection = new DefaultBHttpServerConnection("http", CONFIG);
            connection.bind(socket);
            if (fits) {
                serve(connection, socket, open);
            } else {
                answer(connection, ProxyFailure.tooManyConnections().response());
                linger(socket);
            }
        } catch (ConnectionClosedException | SocketException | InterruptedIOException e) {
            // The client has gone, or has been silent for too long: nobody is left to be told.
        } catch (IOException e) {
            System.err.println(name + "-" + number + ": the connection failed: " + e.getMessage());
        } finally {
            connections.remove(number);
        }
    }

    private void serve(DefaultBHttpServerConnection connection, Socket socket, OpenConnections.Open open)
            throws IOException {
        boolean more = true;
        while (more) {
            try {
                if (!connection.isDataAvailable(Timeout.ofMilliseconds(Upstream.millis(limits.idle())))) {
                    return;
                }
                connection.setSocketTimeout(Timeout.ofMilliseconds(Upstream.millis(limits.silence())));
                open.headBegins();
                @Nullable ClassicHttpRequest request = connection.receiveRequestHeader();
                open.headEnds();
                if (request == null) {
                    return;
                }
                connection.receiveRequestEntity(request);
                var exchange = new Exchange(connection, socket, request);
                handler.handle(exchange);
                more = exchange.isPersistent();
            } catch (HttpException e) {
                refuse(connection, e);
                more = false;
            }
        }
        if (connection.isOpen()) {
            linger(socket);
        }
    }

    private static void refuse(DefaultBHttpServerConnection connection, HttpException malformed) throws IOException {
        int status = switch (malformed) {
            case RequestHeaderFieldsTooLargeException tooLarge -> HttpStatus.SC_REQUEST_HEADER_FIELDS_TOO_LARGE;
            case UnsupportedHttpVersionException version -> HttpStatus.SC_HTTP_VERSION_NOT_SUPPORTED;
            case NotImplementedException coding -> HttpStatus.SC_NOT_IMPLEMENTED;
            default -> HttpStatus.SC_BAD_REQUEST;
        };
        ClassicHttpResponse response = TextResponse.of(status, malformed.getMessage() + "\n");
        answer(connection, response);
    }

    /** The last answer on a connection. */
    private static void answer(DefaultBHttpServerConnection connection, ClassicHttpResponse response)
            throws IOException {
        response.setHeader("Connection", "close");
        try {
            connection.sendResponseHeader(response);
            connection.sendResponseEntity(response);
            connection.flush();
        } catch (HttpException e) {
            throw new IllegalStateException("A response of our own making is not HTTP.", e);
        }
    }

    /** Reads on for a moment after the last response: closing with unread bytes would reset the connection and may destroy it. */
    private static void linger(Socket socket) throws IOException {
        socket.shutdownOutput();
        socket.setSoTimeout(LINGER_MILLIS);
        InputStream in = socket.getInputStream();
        byte[] discarded = new byte[8192];
        int total = 0;
        long begun = System.nanoTime();
        int read = in.read(discarded);
        while (read >= 0 && total < LINGER_BYTES && System.nanoTime() - begun < LINGER_NANOS_IN_ALL) {
            total += read;
            read = in.read(discarded);
        }
    }
}
