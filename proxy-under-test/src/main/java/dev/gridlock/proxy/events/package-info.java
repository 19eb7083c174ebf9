/** What the node tells the outside: one JSON line on standard output for each event, the last of them kept for a stall snapshot. */
@NullMarked
package dev.gridlock.proxy.events;

import org.jspecify.annotations.NullMarked;
