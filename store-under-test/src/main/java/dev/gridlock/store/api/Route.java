package dev.gridlock.store.api;

import java.io.IOException;
import org.apache.hc.core5.http.HttpException;

/** Answers the requests of one path. Thread-safe. */
interface Route {
    /**
     * Answers a request, exactly once.
     *
     * @throws ApiException instead of an answer, when nothing was answered yet
     * @throws IOException when the connection fails
     */
    void handle(Exchange exchange) throws ApiException, IOException, HttpException, InterruptedException;
}
