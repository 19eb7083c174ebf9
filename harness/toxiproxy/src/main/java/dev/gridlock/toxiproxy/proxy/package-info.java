/** The proxies of a server by name, each with its listener, its toxics and its connections. */
@NullMarked
package dev.gridlock.toxiproxy.proxy;

import org.jspecify.annotations.NullMarked;
