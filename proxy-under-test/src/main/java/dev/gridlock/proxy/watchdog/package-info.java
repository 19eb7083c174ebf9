/**
 * The watchdog: lives outside the locked world, probes the control channel, and when that stays silent writes down what it
 * sees and ends the process.
 */
@NullMarked
package dev.gridlock.proxy.watchdog;

import org.jspecify.annotations.NullMarked;
