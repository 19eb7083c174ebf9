/** The {@code gridlock} command. */
@NullMarked
package dev.gridlock.cli;

import org.jspecify.annotations.NullMarked;
