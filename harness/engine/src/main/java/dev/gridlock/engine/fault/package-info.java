/**
 * What can go wrong on purpose: faults of links between regions and of nodes, each with the instants at which it begins
 * and ends. Everything here is an immutable value; backends bring faults about.
 */
@NullMarked
package dev.gridlock.engine.fault;

import org.jspecify.annotations.NullMarked;
