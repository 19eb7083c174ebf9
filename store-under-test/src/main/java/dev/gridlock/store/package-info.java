/** The gossip store as a program: a {@code main}, a configuration file, an HTTP API. */
@NullMarked
package dev.gridlock.store;

import org.jspecify.annotations.NullMarked;
