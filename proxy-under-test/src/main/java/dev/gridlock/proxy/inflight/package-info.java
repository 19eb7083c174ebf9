/**
 * The operations that are under way on a lock, and who held it last, as seen from outside: recorded without taking any
 * lock, so that it can be read while everybody is stuck.
 */
@NullMarked
package dev.gridlock.proxy.inflight;

import org.jspecify.annotations.NullMarked;
