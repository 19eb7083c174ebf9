/**
 * What was seen during a run, in the order in which it was seen: node events, starts and exits, operations of the load
 * with their outcomes, faults, and what nodes said they hold. Detectors and reports read it; backends and load drivers
 * write it.
 */
@NullMarked
package dev.gridlock.engine.history;

import org.jspecify.annotations.NullMarked;
