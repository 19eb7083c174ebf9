/** Tests of {@code dev.gridlock.engine.sut}. */
@NullMarked
package dev.gridlock.engine.sut;

import org.jspecify.annotations.NullMarked;
