package dev.gridlock.store.api;

import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.subscription.Reader;
import dev.gridlock.store.subscription.SubscriptionEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hc.core5.http.HttpException;

/** Streams what a reader is told for as long as both sides live. Thread-safe. */
final class EventStream {
    private final StoreMetrics metrics;
    private final Workers workers;
    private final Consumer<String> notices;

    EventStream(StoreMetrics metrics, Workers workers, Consumer<String> notices) {
        this.metrics = metrics;
        this.workers = workers;
        this.notices = notices;
    }

    /**
     * Answers with a stream; returns when it has ended.
     *
     * @param headers of the answer
     * @param detach called with the reader when the client has gone, at least once
     * @param sent told of each event once it is on its way
     */
    void serve(
            Exchange exchange,
            StoreMetrics.Stream kind,
            List<Map.Entry<String, String>> headers,
            Reader reader,
            Consumer<Reader> detach,
            Consumer<SubscriptionEvent> sent)
            throws IOException, HttpException {
        Socket socket = exchange.socket();
        reader.onCut(() -> close(socket));
        workers.start("subscriber-watch", () -> watch(socket, reader, detach));
        metrics.streamOpened(kind);
        try {
            List<Map.Entry<String, String>> all = new ArrayList<>(headers);
            all.add(Map.entry("Connection", "close"));
            exchange.respondStream(all, out -> write(exchange, out, reader, sent));
        } finally {
            metrics.streamClosed(kind);
            detach.accept(reader);
        }
    }

    private static void write(Exchange exchange, OutputStream out, Reader reader, Consumer<SubscriptionEvent> sent)
            throws IOException {
        NdjsonWriter writer = new NdjsonWriter(exchange.json(), out);
        writer.flush();
        try {
            Optional<List<SubscriptionEvent>> batch = reader.take();
            while (batch.isPresent()) {
                for (SubscriptionEvent event : batch.get()) {
                    writer.write(event);
                }
                writer.flush();
                batch.get().forEach(sent);
                batch = reader.take();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Notices that the client has gone: the stream may have nothing to write for hours. */
    private static void watch(Socket socket, Reader reader, Consumer<Reader> detach) {
        try {
            while (socket.getInputStream().read() >= 0) {
                // a client has nothing to say here; whatever it does say changes nothing
            }
        } catch (IOException gone) {
            // reset instead of closed: the same to us
        }
        detach.accept(reader);
    }

    private void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            notices.accept("connection of a subscriber that was cut: " + e);
        }
    }
}
