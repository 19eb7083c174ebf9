/**
 * HTTP/1.1 over blocking sockets: a listener with a virtual thread for each connection, pooled connections to other hosts,
 * and the proxying of one request between the two. Messages are read and written by Apache HttpCore.
 */
@NullMarked
package dev.gridlock.proxy.http;

import org.jspecify.annotations.NullMarked;
