package dev.gridlock.store.http;

import dev.gridlock.store.lifecycle.Connections;
import dev.gridlock.store.lifecycle.Workers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpServerConnection;
import org.apache.hc.core5.http.impl.io.HttpService;
import org.apache.hc.core5.http.io.HttpServerRequestHandler.ResponseTrigger;
import org.apache.hc.core5.http.io.support.BasicHttpServerExpectationDecorator;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http.protocol.ResponseContent;

/** Serves requests: one virtual thread accepts, one serves each connection. Thread-safe. */
public final class HttpServer {
    private static final Http1Config HTTP = Http1Config.custom()
            .setBufferSize(16 << 10)
            .setChunkSizeHint(16 << 10)
            .build();

    private final String name;
    private final Handler handler;
    private final Consumer<String> notices;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition answered = lock.newCondition();
    private final Connections connections;
    private final Set<Socket> busy = new LinkedHashSet<>();

    /** Answers requests, one at a time on each connection. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Answers a request, exactly once.
         *
         * @param socket the connection, for what outlives a single answer
         * @throws InterruptedException when the node stops before the answer
         */
        void handle(ClassicHttpRequest request, ResponseTrigger trigger, Socket socket)
                throws IOException, HttpException, InterruptedException;
    }

    /**
     * @param listener bound already
     * @param name begins the names of the threads and of notices
     */
    public HttpServer(ServerSocket listener, String name, Handler handler, Workers workers, Consumer<String> notices) {
        this.name = name;
        this.handler = handler;
        this.notices = notices;
        this.connections = new Connections(listener, name, workers, notices);
    }

    /** Accepts connections from now on. */
    public void start() {
        connections.start(this::serve);
    }

    private void serve(Socket socket) {
        HttpProcessor processor = HttpProcessorBuilder.create()
                .add(new ResponseContent())
                .add(new ConnectionHeader())
                .build();
        HttpService service = HttpService.builder()
                .withHttpProcessor(processor)
                // clients with a large body may wait for 100 before they send it
                .withHttpServerRequestHandler(new BasicHttpServerExpectationDecorator(
                        (request, trigger, context) -> handle(request, trigger, socket)))
                .build();
        try (DefaultBHttpServerConnection connection = new DefaultBHttpServerConnection("http", HTTP)) {
            socket.setTcpNoDelay(true);
            connection.bind(socket);
            while (connection.isOpen() && !connections.isClosed()) {
                service.handleRequest(connection, HttpCoreContext.create());
                setIdle(socket);
            }
        } catch (IOException | HttpException gone) {
            // the client went away, or sent what is not HTTP and has been told so
        } catch (RuntimeException bug) {
            // one request must not end the node; its client sees the connection close
            notices.accept(name + ": a request failed unexpectedly: " + describe(bug));
        } finally {
            setIdle(socket);
        }
    }

    private static String describe(RuntimeException bug) {
        StringWriter text = new StringWriter();
        bug.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private void handle(ClassicHttpRequest request, ResponseTrigger trigger, Socket socket)
            throws IOException, HttpException {
        setBusy(socket);
        try {
            handler.handle(request, trigger, socket);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void setBusy(Socket socket) {
        lock.lock();
        try {
            busy.add(socket);
        } finally {
            lock.unlock();
        }
    }

    private void setIdle(Socket socket) {
        lock.lock();
        try {
            busy.remove(socket);
            answered.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Stops accepting, waits for the requests that are being answered, then closes every connection.
     *
     * @param patience longest wait
     */
    public void close(Duration patience) throws IOException {
        connections.stopAccepting();
        lock.lock();
        try {
            long nanos = patience.toNanos();
            while (!busy.isEmpty() && nanos > 0) {
                nanos = answered.awaitNanos(nanos);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return;
        } finally {
            lock.unlock();
        }
        connections.closeAll();
    }
}
