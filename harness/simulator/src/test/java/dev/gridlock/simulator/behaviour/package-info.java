/** What the simulation does to nodes and between them: time, faults, crashes, exits, output, and how a run ends. */
@NullMarked
package dev.gridlock.simulator.behaviour;

import org.jspecify.annotations.NullMarked;
