package dev.gridlock.engine.history;

import java.time.Duration;

/**
 * One operation of the load, seen from the client.
 *
 * @param kind whether it is an update or a request
 * @param id the update's id, or the request's number in its region
 * @param region region of the client
 * @param node node that was called
 * @param datum key of what an update changes; empty for a request
 * @param intended when it was to start; latency counts from here, so that a late start is not hidden
 * @param sent when it did start
 * @param at when it ended
 * @param outcome how it ended
 * @param detail status code or the reason of a failure
 */
public record Operation(
        Kind kind,
        String id,
        String region,
        String node,
        String datum,
        Duration intended,
        Duration sent,
        Duration at,
        Outcome outcome,
        String detail)
        implements Observation {

    /** What the operation does. */
    public enum Kind {
        /** Writes to a store. */
        UPDATE,
        /** Asks a proxy for an application. */
        REQUEST
    }

    /** From the intended start to the end. */
    public Duration latency() {
        return at.minus(intended);
    }
}
