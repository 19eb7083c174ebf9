/**
 * The {@code gridlock} command: finds scenarios, runs them through the engine, prints what came of it, and ends with
 * the exit code of the verdict. Nothing here decides what a run means; that is the engine's.
 */
@NullMarked
package dev.gridlock.cli;

import org.jspecify.annotations.NullMarked;
