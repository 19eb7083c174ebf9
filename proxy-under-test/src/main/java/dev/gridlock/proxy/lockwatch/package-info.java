/**
 * Looks at the catalog lock from outside while it is in use: tells a broken state word, waiters whom nobody will wake, and
 * waits and holds that take long.
 */
@NullMarked
package dev.gridlock.proxy.lockwatch;

import org.jspecify.annotations.NullMarked;
