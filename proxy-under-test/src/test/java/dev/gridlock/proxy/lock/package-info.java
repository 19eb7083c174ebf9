/**
 * Tests of the catalog locks: interleavings played through step by step on real threads with {@link LockStage}, random
 * operation sequences, stress, and hand-written states for the checker.
 */
@NullMarked
package dev.gridlock.proxy.lock;

import org.jspecify.annotations.NullMarked;
