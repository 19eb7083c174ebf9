/**
 * Where a simulated world is: the built-in regions with their coordinates, the round trip between two of them, and the
 * plan of how many nodes stand in each. Everything here is an immutable value.
 */
@NullMarked
package dev.gridlock.engine.topology;

import org.jspecify.annotations.NullMarked;
