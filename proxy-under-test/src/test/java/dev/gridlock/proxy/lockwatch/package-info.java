/** Tests of what is told about a lock from outside. */
@NullMarked
package dev.gridlock.proxy.lockwatch;

import org.jspecify.annotations.NullMarked;
