/** Supervisors that make the outage worse, chosen by {@code [broken] variants}. */
@NullMarked
package dev.gridlock.proxy.supervise.broken;

import org.jspecify.annotations.NullMarked;
