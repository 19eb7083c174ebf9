/** Tests of {@code dev.gridlock.engine.scenario}. */
@NullMarked
package dev.gridlock.engine.scenario;

import org.jspecify.annotations.NullMarked;
