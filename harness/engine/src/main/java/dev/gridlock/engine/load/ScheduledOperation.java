package dev.gridlock.engine.load;

import dev.gridlock.engine.history.Operation;
import dev.gridlock.engine.sut.HttpCall;
import java.time.Duration;

/**
 * Something a client is to do.
 *
 * @param kind update or request
 * @param id the update's id, or the request's number in its region
 * @param region region of the client
 * @param datum key of what an update changes; empty for a request
 * @param intended when it starts, counted from the start of the load
 * @param call how it is done
 */
public record ScheduledOperation(
        Operation.Kind kind, String id, String region, String datum, Duration intended, HttpCall call) {}
