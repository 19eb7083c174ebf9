/** The HTTP/1.1 API: the Corrosion v1 client routes and {@code /admin/state}, over blocking sockets with one virtual thread a connection. */
@NullMarked
package dev.gridlock.store.api;

import org.jspecify.annotations.NullMarked;
