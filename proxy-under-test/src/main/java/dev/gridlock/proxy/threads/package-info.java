/** The node's own threads, named and listed, so that a stall snapshot can show where each of them stands. */
@NullMarked
package dev.gridlock.proxy.threads;

import org.jspecify.annotations.NullMarked;
