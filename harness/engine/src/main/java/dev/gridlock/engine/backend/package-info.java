/**
 * Backends that the engine brings along: the simulator. The only package of the engine that names the simulator's
 * classes.
 */
@NullMarked
package dev.gridlock.engine.backend;

import org.jspecify.annotations.NullMarked;
