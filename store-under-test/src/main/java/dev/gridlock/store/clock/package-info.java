/** The node's hybrid logical clock: wall time that never runs backwards and follows what other nodes say, within limits. */
@NullMarked
package dev.gridlock.store.clock;

import org.jspecify.annotations.NullMarked;
