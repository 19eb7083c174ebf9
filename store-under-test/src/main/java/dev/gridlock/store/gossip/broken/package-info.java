/** Mistakes of real gossip stores, each off unless the configuration names it, so that a harness can prove that it finds them. */
@NullMarked
package dev.gridlock.store.gossip.broken;

import org.jspecify.annotations.NullMarked;
