/**
 * Simulated TCP: hosts, names, links between them, and the socket implementation that ordinary code gets in a node.
 *
 * <p>Only the simulator creates sockets here; users set up links and faults through {@link dev.gridlock.simulator.network.Network}.
 */
@NullMarked
package dev.gridlock.simulator.network;

import org.jspecify.annotations.NullMarked;
