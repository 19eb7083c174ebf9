/** Tests of {@code dev.gridlock.engine.detect}. */
@NullMarked
package dev.gridlock.engine.detect;

import org.jspecify.annotations.NullMarked;
