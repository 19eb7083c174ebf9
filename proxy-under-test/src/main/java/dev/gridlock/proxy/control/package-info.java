/** The control channel: what the node says about itself over HTTP, to the watchdog and to people. */
@NullMarked
package dev.gridlock.proxy.control;

import org.jspecify.annotations.NullMarked;
