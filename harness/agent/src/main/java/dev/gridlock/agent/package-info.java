/** The Java agent that brings simulated time, randomness and process exit to ordinary classes. */
@NullMarked
package dev.gridlock.agent;

import org.jspecify.annotations.NullMarked;
