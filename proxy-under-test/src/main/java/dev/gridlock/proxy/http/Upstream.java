package dev.gridlock.proxy.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/** One connection to another host, for one request at a time. Used by one thread at a time. */
public final class Upstream implements Closeable {

    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(16 * 1024)
            .setMaxHeaderCount(200)
            .build();

    private final String address;
    private final DefaultBHttpClientConnection connection;
    private boolean reused;
    private long idleSinceNanos;

    private Upstream(String address, DefaultBHttpClientConnection connection) {
        this.address = address;
        this.connection = connection;
    }

    /**
     * Connects.
     *
     * @param address {@code host:port}
     * @param dialled {@code host:port} to connect to so as to get there
     * @param limit for the connection
     * @throws IOException if the host cannot be reached; {@link java.net.SocketTimeoutException} if it took too long
     */
    public static Upstream connect(String address, String dialled, Duration limit) throws IOException {
        var socket = new Socket();
        try {
            socket.connect(HostAddress.resolve(dialled), millis(limit));
            socket.setTcpNoDelay(true);
            var connection = new DefaultBHttpClientConnection(LIMITS);
            connection.bind(socket);
            return new Upstream(address, connection);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Where it leads to. */
    public String address() {
        return address;
    }

    /** Whether a request has gone over it before, so that the host may have closed it meanwhile. */
    public boolean isReused() {
        return reused;
    }

    /** Longest silence of the host from now on. */
    public void setSilenceLimit(Duration limit) {
        connection.setSocketTimeout(Timeout.ofMilliseconds(millis(limit)));
    }

    /** Sends a request with its body, if it has one, which must carry its own framing header. */
    public void send(ClassicHttpRequest request) throws IOException, HttpException {
        connection.sendRequestHeader(request);
        if (request.getEntity() != null) {
            connection.sendRequestEntity(request);
        }
        connection.flush();
    }

    /** Receives the final response to {@code request}; its body is read from the connection as it is consumed. */
    public ClassicHttpResponse receive(ClassicHttpRequest request) throws IOException, HttpException {
        ClassicHttpResponse response = connection.receiveResponseHeader();
        while (response.getCode() < HttpStatus.SC_SUCCESS) {
            response = connection.receiveResponseHeader();
        }
        if (mayHaveBody(request, response)) {
            connection.receiveResponseEntity(response);
        }
        return response;
    }

    /** Cuts the connection at once; whoever reads from the other end gets an error and not an end. */
    public void abort() {
        connection.close(CloseMode.IMMEDIATE);
    }

    /** Closes the connection; what was sent before still arrives. */
    @Override
    public void close() {
        connection.close(CloseMode.GRACEFUL);
    }

    /** Whether the host has closed it, as far as can be told by waiting for a millisecond. */
    boolean isStale() throws IOException {
        return connection.isStale();
    }

    long idleNanos(long nowNanos) {
        return nowNanos - idleSinceNanos;
    }

    void keptAt(long nowNanos) {
        reused = true;
        idleSinceNanos = nowNanos;
    }

    static int millis(Duration limit) {
        // Sockets count in milliseconds, and take zero for ever.
        return Math.clamp((limit.toNanos() + 999_999) / 1_000_000, 1, Integer.MAX_VALUE);
    }

    private static boolean mayHaveBody(ClassicHttpRequest request, ClassicHttpResponse response) {
        int status = response.getCode();
        return !"HEAD".equals(request.getMethod())
                && status != HttpStatus.SC_NO_CONTENT
                && status != HttpStatus.SC_RESET_CONTENT
                && status != HttpStatus.SC_NOT_MODIFIED;
    }
}
