package dev.gridlock.proxy.fake;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A TCP server on loopback that hands each connection to a script. */
public final class RawServer implements AutoCloseable {

    /** What happens on one connection; the connection is closed when it returns. */
    @FunctionalInterface
    public interface Script {
        void run(InputStream in, OutputStream out) throws IOException;
    }

    private final ServerSocket server;
    private final Script script;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(1);

    private RawServer(ServerSocket server, Script script) {
        this.server = server;
        this.script = script;
    }

    /** Starts a server on a free port. */
    public static RawServer start(Script script) {
        return start(0, script);
    }

    /** Starts a server on a given port. */
    public static RawServer start(int port, Script script) {
        try {
            var server = new RawServer(new ServerSocket(port, 50, InetAddress.getLoopbackAddress()), script);
            Thread.ofVirtual().start(server::accept);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code host:port}. */
    public String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    /** How many connections there have been. */
    public int accepted() {
        return accepted.get();
    }

    /** Closes every connection, but goes on accepting new ones. */
    public void cut() {
        for (Socket socket : open) {
            close(socket);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Until its thread has left, the port may still take connections.
        LockedCatalog.pass(ended);
        cut();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                accepted.incrementAndGet();
                open.add(socket);
                if (server.isClosed()) {
                    // It came while the server was being closed.
                    close(socket);
                    return;
                }
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed: the test is over.
        } finally {
            ended.countDown();
        }
    }

    private void serve(Socket socket) {
        try {
            script.run(new BufferedInputStream(socket.getInputStream()), socket.getOutputStream());
        } catch (IOException e) {
            // The other side, or the test, has closed the connection.
        } finally {
            close(socket);
            open.remove(socket);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
