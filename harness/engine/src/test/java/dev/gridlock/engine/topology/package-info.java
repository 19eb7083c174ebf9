/** Tests of {@code dev.gridlock.engine.topology}. */
@NullMarked
package dev.gridlock.engine.topology;

import org.jspecify.annotations.NullMarked;
