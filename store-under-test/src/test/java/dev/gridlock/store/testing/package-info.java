/** Fixtures: nodes on loopback and a client for them. */
@NullMarked
package dev.gridlock.store.testing;

import org.jspecify.annotations.NullMarked;
