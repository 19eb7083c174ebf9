/** The stages of the toxics, at instants of the test's choice. */
@NullMarked
package dev.gridlock.toxiproxy.toxic;

import org.jspecify.annotations.NullMarked;
