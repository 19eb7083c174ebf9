/** Links between nodes as proxies of a Toxiproxy server, driven by Toxiproxy's own Java client. */
@NullMarked
package dev.gridlock.backends.link;

import org.jspecify.annotations.NullMarked;
