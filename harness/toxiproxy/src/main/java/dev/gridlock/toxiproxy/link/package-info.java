/** One connection through a proxy: two sockets, a link for each direction, and in each link the stages of the toxics. */
@NullMarked
package dev.gridlock.toxiproxy.link;

import org.jspecify.annotations.NullMarked;
