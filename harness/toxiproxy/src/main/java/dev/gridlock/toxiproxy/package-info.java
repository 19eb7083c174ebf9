/**
 * A TCP proxy that spoils connections on demand, driven by Toxiproxy's HTTP API, with a seed that repeats what is drawn.
 *
 * <p>Start with {@link dev.gridlock.toxiproxy.ToxiproxyServer#start}.
 */
@NullMarked
package dev.gridlock.toxiproxy;

import org.jspecify.annotations.NullMarked;
