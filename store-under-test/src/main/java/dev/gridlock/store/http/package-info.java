/** HTTP/1.1 over blocking sockets: the connections behind the API and behind the metrics, one virtual thread each. */
@NullMarked
package dev.gridlock.store.http;

import org.jspecify.annotations.NullMarked;
