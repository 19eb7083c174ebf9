package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonFactory;
import dev.gridlock.store.config.StoreConfig;
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
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http.protocol.ResponseConnControl;
import org.apache.hc.core5.http.protocol.ResponseContent;

/** Serves the API: one virtual thread accepts, one serves each connection. Thread-safe. */
public final class ApiServer {
    private static final Http1Config HTTP = Http1Config.custom()
            .setBufferSize(16 << 10)
            .setChunkSizeHint(16 << 10)
            .build();

    private final StoreConfig.Api config;
    private final Routes routes;
    private final Consumer<String> notices;
    private final JsonFactory json;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition answered = lock.newCondition();
    private final Connections connections;
    private final Set<Socket> busy = new LinkedHashSet<>();

    /**
     * @param listener bound already
     * @param json reads and writes JSON
     */
    public ApiServer(
            ServerSocket listener,
            StoreConfig.Api config,
            Routes routes,
            JsonFactory json,
            Workers workers,
            Consumer<String> notices) {
        this.config = config;
        this.routes = routes;
        this.notices = notices;
        this.connections = new Connections(listener, "api", workers, notices);
        this.json = json;
    }

    /** Accepts connections from now on. */
    public void start() {
        connections.start(this::serve);
    }

    private void serve(Socket socket) {
        HttpProcessor processor = HttpProcessorBuilder.create()
                .add(new ResponseContent())
                .add(new ResponseConnControl())
                .build();
        HttpService service = HttpService.builder()
                .withHttpProcessor(processor)
                .withHttpServerRequestHandler((request, trigger, context) -> handle(request, trigger, socket))
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
            notices.accept("api: a request failed unexpectedly: " + describe(bug));
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
            routes.handle(new Exchange(request, trigger, socket, json, config.maxBodyBytes()));
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
