package dev.gridlock.proxy.http;

import java.io.IOException;
import org.apache.hc.core5.http.HttpException;

/** Answers requests. Called on the thread of the client's connection, by many of them at the same time. */
public interface ExchangeHandler {

    /**
     * Answers one request by one call of {@link Exchange#respond}.
     *
     * @throws IOException if the client's connection failed, or was aborted; it is closed then
     * @throws HttpException if what the client sent cannot be understood
     */
    void handle(Exchange exchange) throws IOException, HttpException;
}
