package dev.gridlock.proxy.http;

import java.time.Duration;

/**
 * What a listener allows its clients.
 *
 * @param idle how long a connection is kept between requests
 * @param silence longest silence inside a request
 * @param head longest time from the first byte of a request's head to its last; overstepped by a quarter at most
 * @param connections most connections at a time
 */
public record ListenerLimits(Duration idle, Duration silence, Duration head, int connections) {

    /** Longest line of a message head in bytes. */
    static final int MAX_LINE = 16 * 1024;
    /** Most header fields of a message. */
    static final int MAX_HEADERS = 200;
    /** Most bytes of an unwanted request body that are read for the sake of keeping the connection. */
    static final int MAX_DRAINED = 64 * 1024;
}
