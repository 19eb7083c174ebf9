/** Tests. */
@NullMarked
package dev.gridlock.store.crdt;

import org.jspecify.annotations.NullMarked;
