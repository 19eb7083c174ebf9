/**
 * Sees for itself whether faults took effect and went away again. Nothing here asks a backend what it has done: nodes are
 * looked at, and links are measured by beacons that travel over them as the traffic of nodes does. What was seen becomes
 * a receipt; a fault without its receipts makes a run inconclusive.
 */
@NullMarked
package dev.gridlock.engine.witness;

import org.jspecify.annotations.NullMarked;
