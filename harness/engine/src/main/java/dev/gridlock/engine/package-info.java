/** Turns a scenario into runs, findings and a verdict. */
@NullMarked
package dev.gridlock.engine;

import org.jspecify.annotations.NullMarked;
