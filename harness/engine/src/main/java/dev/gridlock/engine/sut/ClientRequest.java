package dev.gridlock.engine.sut;

/**
 * One request of a client.
 *
 * @param sequence number of the request within its region, from 0; proxies of the region take turns by it
 * @param region code of the region in which the client is
 * @param application number of the application asked for, from 0
 */
public record ClientRequest(long sequence, String region, int application) {}
