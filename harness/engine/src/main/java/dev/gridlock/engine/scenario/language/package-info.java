/**
 * The scenario language: reads a scenario from YAML and tells one in words. Reading is strict and goes on after a
 * mistake, so that every problem of a file can be known; each is at a line and column, or at the command-line argument
 * that made it.
 */
@NullMarked
package dev.gridlock.engine.scenario.language;

import org.jspecify.annotations.NullMarked;
