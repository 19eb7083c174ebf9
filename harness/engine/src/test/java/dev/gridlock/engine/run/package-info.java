/** Tests of {@code dev.gridlock.engine.run}. */
@NullMarked
package dev.gridlock.engine.run;

import org.jspecify.annotations.NullMarked;
