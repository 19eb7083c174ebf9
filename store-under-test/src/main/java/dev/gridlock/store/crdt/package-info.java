/** The merge rules as pure functions: row states, changes, causal length, column versions, and sets of known versions. No I/O, no clock, no randomness. */
@NullMarked
package dev.gridlock.store.crdt;

import org.jspecify.annotations.NullMarked;
