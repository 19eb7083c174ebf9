package dev.gridlock.toxiproxy.api;

/**
 * A request as far as the API looks at it.
 *
 * @param method in upper case
 * @param path decoded, without the query
 * @param userAgent empty when there is none
 * @param body empty when there is none
 */
record Request(String method, String path, String userAgent, String body) {}
