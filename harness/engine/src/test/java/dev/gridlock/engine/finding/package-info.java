/** Tests of {@code dev.gridlock.engine.finding}. */
@NullMarked
package dev.gridlock.engine.finding;

import org.jspecify.annotations.NullMarked;
