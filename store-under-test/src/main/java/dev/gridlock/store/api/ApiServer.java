package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonFactory;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.http.HttpServer;
import dev.gridlock.store.lifecycle.Workers;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.function.Consumer;

/** Serves the API. Thread-safe. */
public final class ApiServer {
    private final HttpServer server;

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
        this.server = new HttpServer(
                listener,
                "api",
                (request, trigger, socket) ->
                        routes.handle(new Exchange(request, trigger, socket, json, config.maxBodyBytes())),
                workers,
                notices);
    }

    /** Accepts connections from now on. */
    public void start() {
        server.start();
    }

    /**
     * Stops accepting, waits for the requests that are being answered, then closes every connection.
     *
     * @param patience longest wait
     */
    public void close(Duration patience) throws IOException {
        server.close(patience);
    }
}
