/** Binds the store and the proxy to the engine and holds the incident library. */
@NullMarked
package dev.gridlock.scenarios;

import org.jspecify.annotations.NullMarked;
