/** Backends that run a system in real time, and what they have in common. */
@NullMarked
package dev.gridlock.backends;

import org.jspecify.annotations.NullMarked;
