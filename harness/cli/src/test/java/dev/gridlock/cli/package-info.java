/** Tests of {@code dev.gridlock.cli}. */
@NullMarked
package dev.gridlock.cli;

import org.jspecify.annotations.NullMarked;
