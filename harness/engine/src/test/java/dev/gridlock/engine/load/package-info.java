/** Tests of {@code dev.gridlock.engine.load}. */
@NullMarked
package dev.gridlock.engine.load;

import org.jspecify.annotations.NullMarked;
