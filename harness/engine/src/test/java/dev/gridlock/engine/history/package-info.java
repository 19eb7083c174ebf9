/** Tests of the history, and a script to write histories by hand. */
@NullMarked
package dev.gridlock.engine.history;

import org.jspecify.annotations.NullMarked;
