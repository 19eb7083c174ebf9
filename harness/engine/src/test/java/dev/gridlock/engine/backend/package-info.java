/** Tests of {@code dev.gridlock.engine.backend}; they need the agent in the JVM. */
@NullMarked
package dev.gridlock.engine.backend;

import org.jspecify.annotations.NullMarked;
