/** Runs ordinary Java programs as the nodes of one deterministic simulation. */
@NullMarked
package dev.gridlock.simulator;

import org.jspecify.annotations.NullMarked;
