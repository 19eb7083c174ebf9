/** A way to restart a process that real supervisors have had, off unless the configuration names it. */
@NullMarked
package dev.gridlock.proxy.supervise.broken;

import org.jspecify.annotations.NullMarked;
