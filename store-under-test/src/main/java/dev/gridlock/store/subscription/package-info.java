/** Queries that stay open: a snapshot of the rows, then every change to them with a contiguous change id, for any number of readers. */
@NullMarked
package dev.gridlock.store.subscription;

import org.jspecify.annotations.NullMarked;
