/**
 * The binding of the store and the proxy to the engine: a fleet of stores, proxies and one worker in each region, its
 * settings, its configuration files, its data, and how to ask a node what it holds.
 */
@NullMarked
package dev.gridlock.scenarios.fleet;

import org.jspecify.annotations.NullMarked;
