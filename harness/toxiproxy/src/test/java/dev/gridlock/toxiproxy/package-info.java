/** The server as its clients see it: over HTTP, by the official client, and on the sockets that it spoils. */
@NullMarked
package dev.gridlock.toxiproxy;

import org.jspecify.annotations.NullMarked;
