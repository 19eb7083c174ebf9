/**
 * Nodes as containers of the Docker engine of this machine, by Testcontainers and its Docker client; links as proxies of a
 * Toxiproxy container that stands in every region's network.
 */
@NullMarked
package dev.gridlock.backends.container;

import org.jspecify.annotations.NullMarked;
