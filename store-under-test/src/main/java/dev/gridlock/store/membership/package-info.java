/**
 * Who is in the cluster: SWIM with suspicion and incarnations as a state machine, and rings of round-trip times. Messages and the time
 * come in as arguments, messages to send and notifications go out as effects; no sockets, no threads, no clock.
 */
@NullMarked
package dev.gridlock.store.membership;

import org.jspecify.annotations.NullMarked;
