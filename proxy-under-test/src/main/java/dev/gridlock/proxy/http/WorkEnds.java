package dev.gridlock.proxy.http;

import dev.gridlock.proxy.inflight.LockLedger;
import java.io.IOException;
import org.apache.hc.core5.http.HttpException;

/**
 * Tells the ledger when a request has been dealt with: a hold that is not given back by then has been forgotten.
 *
 * @param handler deals with it
 * @param ledger is told, on the same thread
 */
public record WorkEnds(ExchangeHandler handler, LockLedger ledger) implements ExchangeHandler {

    @Override
    public void handle(Exchange exchange) throws IOException, HttpException {
        try {
            handler.handle(exchange);
        } finally {
            ledger.workEnded();
        }
    }
}
