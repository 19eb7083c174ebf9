/**
 * The toxics: what each is told (records), and what each does to one direction of one connection (stages, state machines over
 * instants that are given to them, without threads, clocks or sockets).
 *
 * <p>Names, attributes and effects are those of Toxiproxy 2.12 (github.com/Shopify/toxiproxy, {@code toxics/} and README); where a
 * stage differs its Javadoc says so.
 */
@NullMarked
package dev.gridlock.toxiproxy.toxic;

import org.jspecify.annotations.NullMarked;
