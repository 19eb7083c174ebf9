/** Toxiproxy's HTTP API: which request does what to the proxies, and what is answered. */
@NullMarked
package dev.gridlock.toxiproxy.api;

import org.jspecify.annotations.NullMarked;
