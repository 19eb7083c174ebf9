/**
 * Clients of the system under test: the schedule of what they do, drawn before the run, and the drivers that do it with
 * plain blocking sockets. The same code runs inside simulated nodes and on the real machine; time comes from a
 * {@link dev.gridlock.engine.load.RunClock}.
 */
@NullMarked
package dev.gridlock.engine.load;

import org.jspecify.annotations.NullMarked;
