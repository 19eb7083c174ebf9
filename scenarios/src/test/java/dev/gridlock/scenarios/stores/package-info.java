/** The gossip store by itself in the simulator: large fleets, partitions and kills, and the mistakes that it makes on purpose. */
@NullMarked
package dev.gridlock.scenarios.stores;

import org.jspecify.annotations.NullMarked;
