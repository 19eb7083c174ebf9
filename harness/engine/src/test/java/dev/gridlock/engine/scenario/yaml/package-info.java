/** Tests of {@code dev.gridlock.engine.scenario.yaml}. */
@NullMarked
package dev.gridlock.engine.scenario.yaml;

import org.jspecify.annotations.NullMarked;
