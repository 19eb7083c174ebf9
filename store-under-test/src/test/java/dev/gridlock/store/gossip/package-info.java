/** Tests. */
@NullMarked
package dev.gridlock.store.gossip;

import org.jspecify.annotations.NullMarked;
