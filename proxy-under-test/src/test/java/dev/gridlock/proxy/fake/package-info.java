/** The proxy's surroundings as tests need them: a store, machine hosts and a client, written on plain sockets. */
@NullMarked
package dev.gridlock.proxy.fake;

import org.jspecify.annotations.NullMarked;
