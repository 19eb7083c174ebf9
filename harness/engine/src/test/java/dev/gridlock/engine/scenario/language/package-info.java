/** Tests of {@code dev.gridlock.engine.scenario.language}. */
@NullMarked
package dev.gridlock.engine.scenario.language;

import org.jspecify.annotations.NullMarked;
