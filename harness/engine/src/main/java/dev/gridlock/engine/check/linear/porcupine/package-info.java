/**
 * Reads histories in the two forms of Porcupine's test data (github.com/anishathalye/porcupine, {@code test_data}): Jepsen's log of
 * an etcd register, and clients of a key-value store.
 */
@NullMarked
package dev.gridlock.engine.check.linear.porcupine;

import org.jspecify.annotations.NullMarked;
