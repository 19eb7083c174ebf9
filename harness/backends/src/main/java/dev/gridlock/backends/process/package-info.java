/**
 * Nodes as processes of this machine: loopback addresses that no other run has, signals, conditions read from {@code /proc},
 * and records by which the next run finds what a killed harness left behind. Linux only.
 */
@NullMarked
package dev.gridlock.backends.process;

import org.jspecify.annotations.NullMarked;
